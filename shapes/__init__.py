print("  running", __name__)
from .area import square
