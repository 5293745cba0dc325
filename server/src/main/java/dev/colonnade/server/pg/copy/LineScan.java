package dev.colonnade.server.pg.copy;

import dev.colonnade.sql.copy.CopyOptions;

/** Finds the ends of rows, going over every byte once. One thread. */
sealed interface LineScan {
  /**
   * Looks at the next byte.
   *
   * @return whether a row ends in front of it, which is a newline then
   */
  boolean isEnd(byte next);

  /** Whether the bytes so far end in the middle of a quoted value. */
  boolean isOpen();

  /** Rows end at newlines without a backslash in front. */
  final class Text implements LineScan {
    private boolean isEscaped;

    @Override
    public boolean isEnd(byte next) {
      if (next == '\n' && !isEscaped) {
        return true;
      }
      isEscaped = next == '\\' && !isEscaped;
      return false;
    }

    @Override
    public boolean isOpen() {
      return false;
    }
  }

  /** Rows end at newlines outside of quotes. */
  final class Csv implements LineScan {
    private final byte quote;
    private final byte escape;
    private boolean isQuoted;
    private boolean isEscaped;
    private boolean hasQuotes;

    Csv(CopyOptions.Quoting quoting) {
      quote = (byte) quoting.quote();
      escape = (byte) quoting.escape();
    }

    @Override
    public boolean isEnd(byte next) {
      if (next == '\n' && !isQuoted) {
        return true;
      }
      if (isEscaped) {
        isEscaped = false;
      } else if (isQuoted && next == escape && escape != quote) {
        isEscaped = true;
      } else if (next == quote) {
        // Two quotes in a row leave the value and enter it again.
        isQuoted = !isQuoted;
        hasQuotes = true;
      }
      return false;
    }

    /** Whether there were quotes since this was last asked. */
    boolean takeQuotes() {
      boolean taken = hasQuotes;
      hasQuotes = false;
      return taken;
    }

    @Override
    public boolean isOpen() {
      return isQuoted;
    }
  }
}
