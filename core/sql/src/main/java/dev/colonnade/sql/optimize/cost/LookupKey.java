package dev.colonnade.sql.optimize.cost;

import dev.colonnade.sql.logical.Variable;
import java.util.List;

/**
 * Key by which the rows of a stored table can be looked up for the rows of a join.
 *
 * @param columns first columns of the key that a plan has variables for
 * @param matches rows of the table for one value of the first column, of the first two and so on
 * @param isPrimary whether this is the primary key, with all of its columns
 * @param needsRow whether the rows of the entries of an index are looked up
 */
public record LookupKey(
    List<Variable> columns, List<Double> matches, boolean isPrimary, boolean needsRow) {
  public LookupKey {
    columns = List.copyOf(columns);
    matches = List.copyOf(matches);
  }

  /**
   * Returns the cost of looking up the matches of some rows, without the cost of these.
   *
   * @param known number of the first columns whose values the rows have, at least 1
   */
  public double cost(int known, double outerRows) {
    boolean isWhole = isPrimary && known == columns.size();
    return AccessCosts.lookupJoin(outerRows, matches.get(known - 1), isWhole, needsRow);
  }
}
