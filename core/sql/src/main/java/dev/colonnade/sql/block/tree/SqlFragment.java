package dev.colonnade.sql.block.tree;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Fragment of SQL within a block: an expression or a statement.
 *
 * @param text as written
 * @param prefix the text that precedes it when it runs
 * @param references of variables, by their offset in the text
 * @param place of the fragment in the block
 */
public record SqlFragment(
    String text, Prefix prefix, List<VariableReference> references, Place place) {
  public SqlFragment {
    requireNonNull(text, "text is null");
    requireNonNull(prefix, "prefix is null");
    requireNonNull(place, "place is null");
    references = List.copyOf(references);
  }

  /**
   * Text that precedes a fragment.
   *
   * @param run when it runs
   * @param shown when it is displayed
   * @param title of the fragment in error contexts
   */
  public record Prefix(String run, String shown, String title) {
    /** Prefix of a statement. */
    public static final Prefix STATEMENT = new Prefix("", "", "SQL statement");

    /** Prefix of an expression. */
    public static final Prefix EXPRESSION = new Prefix("SELECT ", "", "SQL expression");

    /**
     * Prefix of the values that the subject of a CASE, which is the first parameter, is compared
     * with.
     */
    public static final Prefix CASE = new Prefix("SELECT $1 IN (", "", "SQL expression");

    /** Prefix of the query of a PERFORM. */
    public static final Prefix PERFORM = new Prefix("SELECT", "SELECT", "SQL statement");

    /** Returns the closing parentheses, which follow the text. */
    public String closing() {
      return equals(CASE) ? ")" : "";
    }
  }

  /**
   * Location of a fragment.
   *
   * @param start offset of its first character in the block, from 0
   * @param word the first word, in lower case
   */
  public record Place(int start, int line, String word) {}

  /**
   * Reference to a variable in the text of a fragment.
   *
   * @param field of the variable, which is a row; empty for the whole variable
   * @param isAmbiguous whether the name is certainly a column's name as well
   */
  public record VariableReference(
      int start, int end, BlockVariable variable, String field, boolean isAmbiguous) {}

  /** Returns the text as PostgreSQL displays it. */
  public String shown() {
    return prefix.shown() + text;
  }

  /** Returns whether the fragment consists of a variable reference only. */
  public boolean isVariable() {
    return references.size() == 1
        && references.getFirst().start() == 0
        && references.getFirst().end() == text.length();
  }
}
