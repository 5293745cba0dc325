package dev.colonnade.sql.block.parse;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * SQL within a block: an expression or a statement.
 *
 * @param text as it stands there
 * @param leads what is put before it
 * @param mentions of variables, by their place in the text
 * @param place where it stands
 */
public record Fragment(String text, Leads leads, List<Mention> mentions, Place place) {
  public Fragment {
    requireNonNull(text, "text is null");
    requireNonNull(leads, "leads is null");
    requireNonNull(place, "place is null");
    mentions = List.copyOf(mentions);
  }

  /**
   * What is put before a text.
   *
   * @param run where it is run
   * @param shown where it is shown
   * @param title what it is called where it is shown
   */
  public record Leads(String run, String shown, String title) {
    /** A statement of its own. */
    static final Leads STATEMENT = new Leads("", "", "SQL statement");

    /** An expression. */
    static final Leads EXPRESSION = new Leads("SELECT ", "", "SQL expression");

    /** What the subject of a CASE, which is the first parameter, is compared with. */
    static final Leads CASE = new Leads("SELECT $1 IN (", "", "SQL expression");

    /** What stands behind PERFORM. */
    static final Leads PERFORM = new Leads("SELECT", "SELECT", "SQL statement");
  }

  /**
   * Where a fragment stands.
   *
   * @param start of its first character in the block, from 0
   * @param word the first word, in lower case
   */
  public record Place(int start, int line, String word) {}

  /**
   * A variable's name in the text.
   *
   * @param field of the variable, which is a row; empty if all of it is meant
   * @param isAmbiguous whether it can only be a column's name as well
   */
  public record Mention(int start, int end, Variable variable, String field, boolean isAmbiguous) {}

  /** The parentheses of {@code leads} that are to be closed behind the text. */
  String closing() {
    return leads.equals(Leads.CASE) ? ")" : "";
  }

  /** The text as PostgreSQL shows it. */
  public String shown() {
    return leads.shown() + text;
  }

  /** Whether it is nothing but the name of a variable. */
  public boolean isVariable() {
    return mentions.size() == 1
        && mentions.getFirst().start() == 0
        && mentions.getFirst().end() == text.length();
  }
}
