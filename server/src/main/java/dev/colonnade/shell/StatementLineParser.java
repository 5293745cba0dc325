package dev.colonnade.shell;

import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.impl.DefaultParser;

/**
 * Line parser of the terminal: requires further lines until the input is a complete statement or
 * command. The whole input is one entry of the line editor and of its history.
 */
final class StatementLineParser extends DefaultParser {
  StatementLineParser() {
    // The statement splitter interprets quotes and backslashes.
    setQuoteChars(new char[0]);
    setEscapeChars(new char[0]);
  }

  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    if (context == ParseContext.ACCEPT_LINE && !isComplete(line)) {
      throw new EOFError(-1, -1, "the statement is not complete");
    }
    return super.parse(line, cursor, context);
  }

  private static boolean isComplete(String text) {
    InputSplitter splitter = new InputSplitter();
    text.lines().forEach(splitter::add);
    return splitter.isEmpty();
  }
}
