package dev.colonnade.sql.parse;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Recognizes by its first words a statement that creates a temporary view or sequence. */
public final class TemporaryWords {
  private static final Pattern START =
      Pattern.compile(
          "create (local |global )?temp(orary)? (view|sequence) .*"
              + "|create or replace (local |global )?temp(orary)? view\\b.*");

  private static final Set<String> SECOND = Set.of("local", "global", "temp", "temporary", "or");

  private TemporaryWords() {}

  /** Returns whether the word behind CREATE can be the second word of such a statement. */
  public static boolean isSecond(String word) {
    return SECOND.contains(word.toLowerCase(Locale.ROOT));
  }

  /** Returns whether these words, of which six suffice, begin such a statement. */
  public static boolean lead(String... words) {
    return START.matcher(String.join(" ", words).toLowerCase(Locale.ROOT)).matches();
  }
}
