package dev.colonnade.sql.explain.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Identifiers in SQL text. */
public final class Identifiers {
  private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_$]*");
  private static final Pattern CALL = Pattern.compile("([a-z_][a-z0-9_]*)\\(.*\\)", Pattern.DOTALL);

  private Identifiers() {}

  /** Returns an identifier, in double quotes if it is not in lower case. */
  public static String quoted(String name) {
    return PLAIN.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Returns the name of the function that a text calls; null if the text is no call. */
  public static @Nullable String functionOf(String call) {
    Matcher matcher = CALL.matcher(call);
    return matcher.matches() ? matcher.group(1) : null;
  }
}
