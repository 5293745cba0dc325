package dev.colonnade.catalog;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The texts of DEFAULT clauses. They name a sequence by its object id, {@code nextval_of(123)}, so
 * that it may be renamed or moved.
 */
public final class DefaultText {
  private static final Pattern NEXTVAL = Pattern.compile("\\bnextval_of\\((\\d{1,9})\\)");

  private DefaultText() {}

  /** A clause as users see it: sequences by their names. */
  public static String shown(String text, NameScope names) {
    return NEXTVAL
        .matcher(text)
        .replaceAll(
            found -> {
              Relation sequence = names.catalog().findRelation(Integer.parseInt(found.group(1)));
              String name = sequence == null ? found.group(1) : names.nameOf(sequence);
              return Matcher.quoteReplacement(
                  "nextval('" + name.replace("'", "''") + "'::regclass)");
            });
  }

  /** The clause that draws from a sequence. */
  public static String nextOf(int sequenceId) {
    return "nextval_of(" + sequenceId + ")";
  }

  /** The sequence that the clause draws from and does nothing else; 0 if there is none. */
  public static int sequenceOf(String text) {
    Matcher matcher = NEXTVAL.matcher(text);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /** The object ids of all sequences that a clause draws from. */
  public static Set<Integer> sequencesIn(String text) {
    Set<Integer> found = new HashSet<>();
    Matcher matcher = NEXTVAL.matcher(text);
    while (matcher.find()) {
      found.add(Integer.parseInt(matcher.group(1)));
    }
    return found;
  }
}
