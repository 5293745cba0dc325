package dev.colonnade.catalog;

import dev.colonnade.catalog.relation.Relation;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts of DEFAULT clauses in the catalog. They reference a sequence by its object id, {@code
 * nextval_of(123)}, so that it can be renamed or moved to another schema.
 */
public final class DefaultClause {
  private static final Pattern NEXTVAL = Pattern.compile("\\bnextval_of\\((\\d{1,9})\\)");

  private DefaultClause() {}

  /** Returns the clause as SQL text for users, with sequences by their names. */
  public static String displayText(String text, NameScope names) {
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

  /** Returns the clause with other object ids of sequences. */
  public static String withSequences(String text, IntUnaryOperator ids) {
    return NEXTVAL
        .matcher(text)
        .replaceAll(found -> nextValueOf(ids.applyAsInt(Integer.parseInt(found.group(1)))));
  }

  /** Returns the clause that allocates the next value of a sequence. */
  public static String nextValueOf(int sequenceId) {
    return "nextval_of(" + sequenceId + ")";
  }

  /**
   * Returns the object id of the sequence if the clause is exactly the next value of a sequence;
   * otherwise 0.
   */
  public static int sequenceOf(String text) {
    Matcher matcher = NEXTVAL.matcher(text);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /** Returns the object ids of all sequences that a clause allocates values from. */
  public static Set<Integer> sequencesIn(String text) {
    Set<Integer> found = new HashSet<>();
    Matcher matcher = NEXTVAL.matcher(text);
    while (matcher.find()) {
      found.add(Integer.parseInt(matcher.group(1)));
    }
    return found;
  }
}
