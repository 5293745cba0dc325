package dev.colonnade.sql.execute.window.frame;

/**
 * Rows that the frame of a row excludes.
 *
 * @param from first excluded position
 * @param to position behind the last one
 * @param except position between them that is not excluded; negative if there is none
 */
public record Excluded(long from, long to, long except) {
  private static final long NO_ROW = -1;

  public static Excluded of(FrameBounds bounds, WindowBlock block, int row) {
    long position = block.first() + row;
    return switch (bounds.exclusion()) {
      case NOTHING -> new Excluded(position, position, NO_ROW);
      case CURRENT_ROW -> new Excluded(position, position + 1, NO_ROW);
      case GROUP -> new Excluded(block.groupStarts()[row], bounds.groupEnd(block, row), NO_ROW);
      case TIES -> new Excluded(block.groupStarts()[row], bounds.groupEnd(block, row), position);
    };
  }

  public boolean contains(long position) {
    return position >= from && position < to && position != except;
  }
}
