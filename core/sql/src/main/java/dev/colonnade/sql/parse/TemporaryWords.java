package dev.colonnade.sql.parse;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells by its first words whether a statement makes a temporary view or sequence. */
public final class TemporaryWords {
  private static final Pattern START =
      Pattern.compile(
          "create (local |global )?temp(orary)? (view|sequence) .*"
              + "|create or replace (local |global )?temp(orary)? view\\b.*");

  private static final Set<String> SECOND = Set.of("local", "global", "temp", "temporary", "or");

  private TemporaryWords() {}

  /** Whether the word behind CREATE can be the second of them. */
  public static boolean isSecond(String word) {
    return SECOND.contains(word.toLowerCase(Locale.ROOT));
  }

  /** Whether these are such words: six are enough. */
  public static boolean lead(String... words) {
    return START.matcher(String.join(" ", words).toLowerCase(Locale.ROOT)).matches();
  }
}
