package dev.colonnade.shell.variable;

import dev.colonnade.jdbc.text.SqlScanner;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Variables of the shell, which {@code \set} defines. In statements, {@code :name} stands for a
 * value, {@code :'name'} for it as a literal, {@code :"name"} as an identifier, and {@code
 * :{?name}} for TRUE or FALSE, whether it is set. Not thread-safe.
 */
public final class Variables {
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_]+");

  private static final Pattern REFERENCE =
      Pattern.compile(
          ":(?:(?<plain>[\\p{L}\\p{N}_]+)|'(?<literal>[\\p{L}\\p{N}_]+)'"
              + "|\"(?<identifier>[\\p{L}\\p{N}_]+)\"|\\{\\?(?<test>[\\p{L}\\p{N}_]+)\\})");

  private final Map<String, String> values = new TreeMap<>();

  /** Creates the variables with their initial values. */
  public Variables() {
    values.put("AUTOCOMMIT", "on");
    values.put("ECHO", "none");
    values.put("ON_ERROR_STOP", "on");
    values.put("QUIET", "off");
    values.put("PROMPT1", "%/%R%x%# ");
    values.put("PROMPT2", "%/%R%x%# ");
  }

  /** Returns all variables, ordered by name. */
  public Map<String, String> all() {
    return new TreeMap<>(values);
  }

  /** Returns the value of a variable; empty if it is not set. */
  public Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** Returns whether a variable is set to a true value. */
  public boolean isOn(String name) {
    return get(name).map(Variables::isTrue).orElse(false);
  }

  private static boolean isTrue(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "on", "true", "yes", "1", "" -> true;
      default -> false;
    };
  }

  /**
   * Sets a variable.
   *
   * @throws IllegalArgumentException if the name is invalid
   */
  public void set(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("invalid variable name: \"" + name + "\"");
    }
    values.put(name, value);
  }

  public void unset(String name) {
    values.remove(name);
  }

  /**
   * Returns a statement with the values of its variables. References to variables that are not set
   * and those in quotes, comments and casts are unchanged.
   */
  public String interpolate(String sql) {
    if (sql.indexOf(':') < 0) {
      return sql;
    }
    StringBuilder result = new StringBuilder();
    int at = 0;
    while (at < sql.length()) {
      Matcher reference = REFERENCE.matcher(sql).region(at, sql.length());
      boolean isCast = sql.startsWith("::", at);
      if (!isCast && sql.charAt(at) == ':' && reference.lookingAt()) {
        result.append(value(reference));
        at = reference.end();
        continue;
      }
      int end = isCast ? at + 2 : Math.min(sql.length(), SqlScanner.skip(sql, at));
      result.append(sql, at, end);
      at = end;
    }
    return result.toString();
  }

  /** Returns the text that a reference stands for. */
  String value(Matcher reference) {
    String test = reference.group("test");
    if (test != null) {
      return values.containsKey(test) ? "TRUE" : "FALSE";
    }
    String literal = reference.group("literal");
    String identifier = reference.group("identifier");
    String name =
        literal != null ? literal : identifier != null ? identifier : reference.group("plain");
    Optional<String> value = get(name);
    if (value.isEmpty()) {
      return reference.group();
    }
    String text = value.orElseThrow();
    if (literal != null) {
      return SqlScanner.quoteLiteral(text);
    }
    return identifier != null ? SqlScanner.quoteIdentifier(text) : text;
  }

  /** Returns a matcher for a reference at a position of a text. */
  static Matcher referenceAt(String text, int at) {
    return REFERENCE.matcher(text).region(at, text.length());
  }
}
