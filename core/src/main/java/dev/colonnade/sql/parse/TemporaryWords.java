package dev.colonnade.sql.parse;

import java.util.Locale;
import java.util.regex.Pattern;

/** Tells by its first words whether a statement makes a temporary view or sequence. */
public final class TemporaryWords {
  private static final Pattern START =
      Pattern.compile(
          "create (local |global )?temp(orary)? (view|sequence) .*"
              + "|create or replace (local |global )?temp(orary)? view\\b.*");

  private TemporaryWords() {}

  /** Whether these are such words: six are enough. */
  public static boolean lead(String... words) {
    return START.matcher(String.join(" ", words).toLowerCase(Locale.ROOT)).matches();
  }
}
