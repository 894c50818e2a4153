"""Card art and fonts for training, fetched by package name and turned into arrays.

Nothing of it is committed: `fetch` downloads the packages with apt-get and npm,
`art_decks` renders each deck to `art.npy`, `font_files` lists the fonts.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.readings import CODES

ART_H, ART_W = 400, 280

DEBIAN_ART = ("gnome-cards-data", "kdegames-card-data-kf5", "pokerth-data")
NPM_ART = (
    "svg-cards",
    "@heruka_urgyen/react-playing-cards",
    "@younestouati/playing-cards-standard-deck",
)
_FONTS = """
fonts-adf-accanthis fonts-adf-baskervald fonts-adf-berenis fonts-adf-gillius fonts-adf-ikarius
fonts-adf-libris fonts-adf-mekanus fonts-adf-romande fonts-adf-solothurn fonts-adf-switzera
fonts-adf-tribun fonts-adf-universalis fonts-adf-verana fonts-allerta fonts-arapey
fonts-averia-sans-gwf fonts-averia-serif-gwf fonts-b612 fonts-bebas-neue fonts-cabin
fonts-cantarell fonts-comic-neue fonts-courier-prime fonts-crosextra-caladea
fonts-crosextra-carlito fonts-dejavu-core fonts-dejavu-extra fonts-dosis fonts-dustin
fonts-ebgaramond fonts-fanwood fonts-freefont-ttf fonts-gfs-didot fonts-gfs-bodoni-classic
fonts-gfs-artemisia fonts-goudybookletter fonts-junction fonts-junicode fonts-jura fonts-karla
fonts-lato fonts-league-spartan fonts-league-mono fonts-liberation fonts-lindenhill
fonts-linuxlibertine fonts-lobstertwo fonts-manrope fonts-national-park fonts-oldstandard
fonts-open-sans fonts-opendin fonts-oxygen fonts-play fonts-prociono fonts-quattrocento
fonts-quicksand fonts-roboto-hinted fonts-roboto-slab fonts-sil-charis fonts-sil-gentium-basic
fonts-sora fonts-stix fonts-symbola fonts-tuffy fonts-ubuntu-title fonts-vollkorn
fonts-yanone-kaffeesatz fonts-century-catalogue fonts-roadgeek fonts-opensymbol fonts-texgyre
fonts-urw-base35 fonts-croscore fonts-hack fonts-go fonts-levien-museum fonts-georgewilliams
fonts-ancient-scripts fonts-tiresias fonts-beteckna
"""

# Decks whose letters or suits are neither English, German nor French.
_UNREADABLE = {"guyenne-classic", "swiss-xvii", "tarocco", "slavic_costumes", "Атласные"}
_LETTERS = {
    "ancient_french": "french",
    "atlasnye_skat": "german",
    "berlin": "german",
    "lattmann": "german",
    "rheinland": "german",
}
# KDE decks that render card by card from their element names.
_KDE = ("svg-ancient-egyptians", "svg-nicu-white", "svg-standard", "svg-xskat-french",
        "svg-tigullio-international", "svg-penguins", "svg-oxygen", "svg-oxygen-white",
        "svg-oxygen-air", "svg-jolly-royal", "svg-konqi-modern")

Image = np.ndarray[Any, Any]  # uint8, but for where floats are on their way back to it


@dataclass(frozen=True)
class ArtDeck:
    """One deck: `faces` (52, H, W, 3) BGR in the order of CODES, `back`, `letters`."""

    name: str
    letters: str
    faces: Image
    back: Image | None


def _run(command: list[str], cwd: Path | None = None) -> bool:
    return subprocess.run(command, cwd=cwd, capture_output=True, timeout=300).returncode == 0


def fetch(work: Path) -> None:
    """Download and unpack every package into `work`; needs apt-get, npm and rsvg-convert."""
    for kind, names in (("art", DEBIAN_ART), ("fonts", tuple(_FONTS.split()))):
        folder = work / "debs" / kind
        if folder.exists():
            continue
        folder.mkdir(parents=True)
        for name in names:  # one by one: a release may lack one of the fonts
            if not _run(["apt-get", "download", "-qq", name], folder):
                print(f"training: package {name} is not to be had here; going on without")
        for deb in sorted(folder.glob("*.deb")):
            _run(["dpkg-deb", "-x", str(deb), str(work / kind)])
    npm = work / "npm"
    if not npm.exists():
        npm.mkdir(parents=True)
        for name in NPM_ART:
            _run(["npm", "pack", "--silent", name], npm)
        for tar in sorted(npm.glob("*.tgz")):
            (npm / tar.stem).mkdir()
            _run(["tar", "xzf", str(tar), "-C", str(npm / tar.stem)])


def font_files(work: Path) -> list[Path]:
    """All fonts fetched, sorted by path so that a seed means the same everywhere."""
    found = [p for p in (work / "fonts").rglob("*") if p.suffix.lower() in (".ttf", ".otf")]
    return sorted(found, key=lambda p: p.name)


def _flat(picture: Image | None) -> Image | None:
    """BGRA on white, to BGR."""
    if picture is None:
        return None
    if picture.ndim == 2:
        return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    if picture.shape[2] == 3:
        return picture
    alpha = picture[:, :, 3:].astype(np.float32) / 255
    return (picture[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)


def _fit(picture: Image) -> Image:
    return cv2.resize(picture, (ART_W, ART_H), interpolation=cv2.INTER_AREA)


def _svg(path: Path, out: Path, *options: str) -> Image | None:
    if not _run(["rsvg-convert", *options, str(path), "-o", str(out)]):
        return None
    return cv2.imread(str(out), cv2.IMREAD_UNCHANGED)


def _trim(picture: Image) -> Image | None:
    """Cut a BGRA rendering to what is drawn; None if that has no card's shape."""
    if picture.ndim < 3 or picture.shape[2] < 4:
        return picture
    ys, xs = np.nonzero(picture[:, :, 3] > 100)
    if len(ys) == 0:
        return None
    cut = picture[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    h, w = cut.shape[:2]
    return cut if h >= 150 and 0.58 < w / h < 0.82 else None


def _gnome(work: Path, tmp: Path) -> list[ArtDeck]:
    decks = []
    for path in sorted((work / "art").glob("usr/share/aisleriot/cards/*.svgz")):
        if path.is_symlink() or path.stem in _UNREADABLE:
            continue
        sheet = _flat(_svg(path, tmp, "-w", str(13 * ART_W), "-h", str(5 * ART_H)))
        if sheet is None:
            continue
        cell = {}
        for row, suit in enumerate("cdhs"):
            for col, rank in enumerate("A23456789TJQK"):
                cell[rank + suit] = sheet[row * ART_H : (row + 1) * ART_H, col * ART_W : (col + 1) * ART_W]
        back = sheet[4 * ART_H :, 2 * ART_W : 3 * ART_W]
        faces = np.stack([cell[c] for c in CODES])
        decks.append(ArtDeck(path.stem, _LETTERS.get(path.stem, "english"), faces, back))
    return decks


_LONG = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_SUIT = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}


def _kde(work: Path, tmp: Path) -> list[ArtDeck]:
    decks = []
    for name in _KDE:
        path = next((work / "art").glob(f"usr/share/carddecks/{name}/*.svgz"), None)
        if path is None:
            continue
        faces = []
        for code in CODES:
            element = f"{_LONG.get(code[0], code[0])}_{_SUIT[code[1]]}"
            drawn = _svg(path, tmp, "-i", element, "-h", "520", "--keep-aspect-ratio")
            cut = None if drawn is None else _trim(drawn)
            flat = None if cut is None else _flat(cut)
            if flat is None:
                break
            faces.append(_fit(flat))
        if len(faces) == 52:
            decks.append(ArtDeck(name, "english", np.stack(faces), None))
        else:
            print(f"training: {name} does not render card by card; left out")
    return decks


def _pictures(name: str, paths: dict[str, Path], tmp: Path, letters: str = "english") -> list[ArtDeck]:
    faces = []
    for code in CODES:
        path = paths.get(code)
        if path is None or not path.exists():
            print(f"training: {name} lacks {code}; left out")
            return []
        if path.suffix == ".svg":
            drawn = _svg(path, tmp, "-h", str(ART_H), "--keep-aspect-ratio")
        else:
            drawn = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        flat = _flat(drawn)
        if flat is None:
            return []
        faces.append(_fit(flat))
    return [ArtDeck(name, letters, np.stack(faces), None)]


def _others(work: Path, tmp: Path) -> list[ArtDeck]:
    decks = []
    npm = work / "npm"
    png = next(npm.glob("svg-cards*/package/png/2x"), Path("none"))
    decks += _pictures("svg-cards", {
        c: png / f"{_SUIT[c[1]]}_{_LONG.get(c[0], c[0])}.png" for c in CODES}, tmp)
    images = next(npm.glob("heruka*/package/src/images"), Path("none"))
    for kind in ("2color", "2color-bf", "4color", "4color-bf"):
        decks += _pictures(f"heruka-{kind}", {c: images / kind / f"{c.upper()}.svg" for c in CODES}, tmp)
    cards = next(npm.glob("younestouati*/package/cards"), Path("none"))
    number = {"A": "1", "T": "10", "J": "11", "Q": "12", "K": "13"}
    decks += _pictures("younestouati", {c: cards / f"{number.get(c[0], c[0])}{c[1]}.svg" for c in CODES}, tmp)
    for kind in ("default", "default4c"):
        folder = work / "art/usr/share/games/pokerth/gfx/cards" / kind
        # PokerTH counts 0 to 51: diamonds, hearts, spades, clubs, each from two to ace.
        order = {r + s: i * 13 + j for i, s in enumerate("dhsc") for j, r in enumerate("23456789TJQKA")}
        decks += _pictures(f"pokerth-{kind}", {c: folder / f"{order[c]}.png" for c in CODES}, tmp)
    return decks


def art_decks(work: Path) -> list[ArtDeck]:
    """Every readable deck, rendered once and then loaded from `work`/art.npz."""
    store = work / "art.npz"
    if not store.exists():
        tmp = work / "render.png"
        decks = _gnome(work, tmp) + _kde(work, tmp) + _others(work, tmp)
        np.savez(
            store,
            names=np.array([d.name for d in decks]),
            letters=np.array([d.letters for d in decks]),
            faces=np.stack([d.faces for d in decks]),
            backs=np.stack([d.back if d.back is not None else np.zeros_like(decks[0].faces[0]) for d in decks]),
        )
    data = np.load(store)
    return [
        ArtDeck(str(n), str(le), f, b if b.any() else None)
        for n, le, f, b in zip(data["names"], data["letters"], data["faces"], data["backs"], strict=True)
    ]
