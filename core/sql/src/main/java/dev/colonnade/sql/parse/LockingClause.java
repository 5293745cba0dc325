package dev.colonnade.sql.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * FOR UPDATE and its weaker forms.
 *
 * @param tables the names, in the query, of the tables whose rows are locked; empty for all
 */
public record LockingClause(Strength strength, List<String> tables, OnLocked onLocked) {
  private static final String NAME = "(?:[\\p{L}_][\\p{L}\\p{N}_$]*|\"(?:[^\"]|\"\")+\")";

  private static final Pattern FORM =
      Pattern.compile(
          "for\\s+(update|no\\s+key\\s+update|share|key\\s+share)\\b"
              + "(?:\\s+of\\s+("
              + NAME
              + "(?:\\s*,\\s*"
              + NAME
              + ")*))?"
              + "(?:\\s+(nowait|skip\\s+locked)\\b)?",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern NAME_FORM = Pattern.compile(NAME);

  /** Strength of a row lock. */
  public enum Strength {
    KEY_SHARE,
    SHARE,
    NO_KEY_UPDATE,
    UPDATE
  }

  /** Policy for rows that other transactions have locked. */
  public enum OnLocked {
    WAIT,
    NOWAIT,
    SKIP
  }

  public LockingClause {
    tables = List.copyOf(tables);
  }

  /** The words of the strength. */
  public String words() {
    return "FOR " + strength.name().replace('_', ' ');
  }

  /** A matcher of the clause that begins at an offset; the caller looks whether there is one. */
  static Matcher matcher(String text, int at) {
    return FORM.matcher(text).region(at, text.length());
  }

  /** Returns the clause of a match. */
  static LockingClause of(Matcher matched) {
    Strength strength =
        switch (words(matched.group(1))) {
          case "update" -> Strength.UPDATE;
          case "no key update" -> Strength.NO_KEY_UPDATE;
          case "share" -> Strength.SHARE;
          default -> Strength.KEY_SHARE;
        };
    String onLocked = matched.group(3);
    return new LockingClause(
        strength,
        matched.group(2) == null ? List.of() : names(matched.group(2)),
        onLocked == null
            ? OnLocked.WAIT
            : words(onLocked).equals("nowait") ? OnLocked.NOWAIT : OnLocked.SKIP);
  }

  private static String words(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
  }

  private static List<String> names(String list) {
    List<String> names = new ArrayList<>();
    Matcher matcher = NAME_FORM.matcher(list);
    while (matcher.find()) {
      String name = matcher.group();
      names.add(
          name.startsWith("\"")
              ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
              : name.toLowerCase(Locale.ROOT));
    }
    return names;
  }
}
