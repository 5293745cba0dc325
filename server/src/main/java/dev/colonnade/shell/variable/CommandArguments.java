package dev.colonnade.shell.variable;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

/**
 * Parser of the arguments of a command, by psql's rules: blanks separate them; single quotes
 * enclose text with escapes of C, double quotes an identifier; {@code :name} stands for a variable.
 */
public final class CommandArguments {
  private static final int OCTAL = 8;
  private static final int OCTAL_DIGITS_MAX = 3;
  private static final int HEX = 16;
  private static final int HEX_DIGITS_MAX = 2;

  private final String text;
  private final Variables variables;
  private int at;

  private CommandArguments(String text, Variables variables) {
    this.text = requireNonNull(text, "text is null");
    this.variables = requireNonNull(variables, "variables is null");
  }

  /**
   * Returns the arguments in a text. Double quotes stay part of an argument.
   *
   * @throws IllegalArgumentException if a quote is not closed
   */
  public static List<String> parse(String text, Variables variables) {
    CommandArguments parser = new CommandArguments(text, variables);
    List<String> arguments = new ArrayList<>();
    while (parser.skipBlanks()) {
      arguments.add(parser.next());
    }
    return arguments;
  }

  /** Returns an argument without the double quotes of an identifier. */
  public static String unquoted(String argument) {
    boolean isQuoted =
        argument.length() > 1 && argument.startsWith("\"") && argument.endsWith("\"");
    return isQuoted ? argument.substring(1, argument.length() - 1).replace("\"\"", "\"") : argument;
  }

  private boolean skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length();
  }

  private String next() {
    StringBuilder argument = new StringBuilder();
    while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
      char first = text.charAt(at);
      if (first == '\'') {
        readQuoted(argument);
      } else if (first == '"') {
        readIdentifier(argument);
      } else if (first == ':') {
        readReference(argument);
      } else {
        argument.append(first);
        at++;
      }
    }
    return argument.toString();
  }

  private void readQuoted(StringBuilder argument) {
    at++;
    while (at < text.length()) {
      char next = text.charAt(at++);
      if (next == '\'') {
        if (at == text.length() || text.charAt(at) != '\'') {
          return;
        }
        argument.append(next);
        at++;
      } else if (next == '\\' && at < text.length()) {
        readEscape(argument);
      } else {
        argument.append(next);
      }
    }
    throw new IllegalArgumentException("unterminated quoted string");
  }

  private void readEscape(StringBuilder argument) {
    char escaped = text.charAt(at++);
    switch (escaped) {
      case 'n' -> argument.append('\n');
      case 't' -> argument.append('\t');
      case 'b' -> argument.append('\b');
      case 'r' -> argument.append('\r');
      case 'f' -> argument.append('\f');
      case 'x' -> readNumber(argument, HEX, HEX_DIGITS_MAX, escaped);
      case '0', '1', '2', '3', '4', '5', '6', '7' -> {
        at--;
        readNumber(argument, OCTAL, OCTAL_DIGITS_MAX, escaped);
      }
      default -> argument.append(escaped);
    }
  }

  /** Reads the digits of a character; without digits, the escaped character stands for itself. */
  private void readNumber(StringBuilder argument, int radix, int digitsMax, char escaped) {
    int end = at;
    while (end < text.length()
        && end - at < digitsMax
        && Character.digit(text.charAt(end), radix) >= 0) {
      end++;
    }
    argument.append(end == at ? escaped : (char) Integer.parseInt(text, at, end, radix));
    at = end;
  }

  private void readIdentifier(StringBuilder argument) {
    int end = text.indexOf('"', at + 1);
    if (end < 0) {
      throw new IllegalArgumentException("unterminated quoted string");
    }
    argument.append(text, at, end + 1);
    at = end + 1;
  }

  private void readReference(StringBuilder argument) {
    Matcher reference = Variables.referenceAt(text, at);
    if (reference.lookingAt()) {
      argument.append(variables.value(reference));
      at = reference.end();
    } else {
      argument.append(':');
      at++;
    }
  }
}
