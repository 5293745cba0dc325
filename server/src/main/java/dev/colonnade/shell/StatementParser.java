package dev.colonnade.shell;

import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.impl.DefaultParser;

/**
 * Has the terminal ask for another line until what was typed is a whole statement or a command of
 * the shell: all of it is one text then, to be changed and to be found again in the history.
 */
final class StatementParser extends DefaultParser {
  StatementParser() {
    // Quotes and backslashes are SQL's affair.
    setQuoteChars(new char[0]);
    setEscapeChars(new char[0]);
  }

  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    if (context == ParseContext.ACCEPT_LINE && !isWhole(line)) {
      throw new EOFError(-1, -1, "the statement goes on");
    }
    return super.parse(line, cursor, context);
  }

  static boolean isWhole(String text) {
    StatementSplitter splitter = new StatementSplitter();
    text.lines().forEach(splitter::add);
    return splitter.isEmpty();
  }
}
