"""The eyes: frames in, readings of cards and dice out."""

import os

# A camera that is not there is said by us in one line: OpenCV's and FFmpeg's own pages stay away. Must be set
# before OpenCV is loaded.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
