"""A drawn table with its truth, seen by a virtual camera: the product's own test stand and demo.

How to drive it
    In the same process::

        scene = SimulatedTable(seed=7, seats=4)           # size_wh_px=(2028, 1520), pace=1.0
        scene.do(DealBoard(("Kh", "8d")))                  # queued; returns at once
        frame = scene.frame(time_s)                        # BGR image of that moment
        scene.truth()                                      # TableTruth: cards, dice, busy

    Through the camera process (what `run --demo` does)::

        camera = CameraProcess("simulated", seats=4, seed=7)
        camera.start()
        camera.tell(DealBoard(("Kh", "8d")))               # any command of vision.simulated.commands
        camera.tell(Throw((3, 4), seat=2))
        for event in camera.poll(): ...                    # TableReading, Preview, TableTruth

    Commands are carried out one after another in the order given, each with a
    hand that comes and goes, in real seconds divided by `pace` (2: twice as
    fast). With the simulated camera the process also sends a `TableTruth`
    whenever it changes, so that a script may wait until `busy` is False and a
    test may compare what was read with what lay there.

    After `Sweep()` the table is empty of cards, and the next hand can be dealt.
"""
