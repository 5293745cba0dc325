package dev.colonnade.shell;

import java.util.Locale;
import java.util.Set;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.impl.DefaultParser;

/**
 * Line parser of the terminal: requires further lines until the input is a complete statement or
 * command. The whole input is one entry of the line editor and of its history.
 */
final class StatementLineParser extends DefaultParser {
  /** Words that are commands on a line of their own. */
  private static final Set<String> WORDS = Set.of("help", "quit", "exit");

  /** Incomplete statement before the input. */
  private String buffer = "";

  /** True if each line is complete, as rows of data are. */
  private boolean isData;

  StatementLineParser() {
    // The statement splitter interprets quotes and backslashes.
    setQuoteChars(new char[0]);
    setEscapeChars(new char[0]);
  }

  /** Sets the incomplete statement before the input. */
  void buffer(String text) {
    buffer = text;
    isData = false;
  }

  /** Accepts each of the following lines as it is. */
  void data() {
    isData = true;
  }

  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    if (!isData
        && (context == ParseContext.ACCEPT_LINE || context == ParseContext.SECONDARY_PROMPT)) {
      InputSplitter splitter = new InputSplitter(buffer);
      line.lines().forEach(splitter::addUnconditionally);
      boolean isWord = buffer.isEmpty() && isWord(line);
      if (!splitter.isEmpty() && !splitter.endsWithCommand() && !isWord) {
        String missing = String.valueOf(splitter.continuation());
        throw new EOFError(-1, -1, "the statement is not complete", missing);
      }
    }
    return super.parse(line, cursor, context);
  }

  /** Returns whether a line is a word that is a command. */
  static boolean isWord(String line) {
    return WORDS.contains(word(line));
  }

  /** Returns the word of a line, without a semicolon. */
  static String word(String line) {
    return line.strip().replaceAll(";$", "").toLowerCase(Locale.ROOT);
  }
}
