package dev.colonnade.server.pg.copy;

import dev.colonnade.sql.copy.CopyOptions;

/** Scanner for the ends of rows, which visits every byte once. Single-threaded. */
sealed interface LineScanner {
  /**
   * Consumes the next byte.
   *
   * @return whether a row ends before it; the byte is a newline then
   */
  boolean isEnd(byte next);

  /** Returns whether the consumed bytes end within a quoted value. */
  boolean isOpen();

  /** Scanner of JSON lines: rows end at each newline, which JSON strings never contain. */
  final class Plain implements LineScanner {
    @Override
    public boolean isEnd(byte next) {
      return next == '\n';
    }

    @Override
    public boolean isOpen() {
      return false;
    }
  }

  /** Scanner of the text format: rows end at newlines that no backslash escapes. */
  final class Text implements LineScanner {
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

  /** Scanner of the CSV format: rows end at newlines outside of quotes. */
  final class Csv implements LineScanner {
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
        // A doubled quote closes the quoted value and opens it again.
        isQuoted = !isQuoted;
        hasQuotes = true;
      }
      return false;
    }

    /** Returns whether quotes occurred since the last call. */
    boolean takeQuotes() {
      boolean result = hasQuotes;
      hasQuotes = false;
      return result;
    }

    @Override
    public boolean isOpen() {
      return isQuoted;
    }
  }
}
