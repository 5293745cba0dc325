package dev.colonnade.catalog.relation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeyLayout;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Place of a table's rows in its key space. Rows move to another place if the table gets a primary
 * key instead of its hidden key, or the reverse: they are copied while nothing writes to the table,
 * with new entries of all indexes; the catalog is changed, and the former places are cleared.
 *
 * @param indexId index id in the keys of the rows
 * @param since timestamp of the copy that moved the rows, below which there are no versions of
 *     them; 0 if they never moved
 * @param move move in progress; null without one
 * @param obsoleteIds index ids of places that are no longer used and are to be cleared
 */
public record TableRows(int indexId, long since, @Nullable Move move, List<Integer> obsoleteIds) {
  /** Place of the rows of a new table. */
  public static final TableRows INITIAL =
      new TableRows(KeyLayout.PRIMARY_INDEX_ID, 0, null, List.of());

  public TableRows {
    obsoleteIds = List.copyOf(obsoleteIds);
  }

  /**
   * Move of the rows under another key.
   *
   * @param indexId index id in the keys of the copied rows
   * @param indexIds index ids that the indexes get, in their order
   * @param keyName name of the primary key
   * @param key columns of the primary key that the rows get; empty if they get a hidden key, and
   *     the primary key becomes an index
   */
  public record Move(int indexId, List<Integer> indexIds, String keyName, List<KeyColumn> key) {
    public Move {
      indexIds = List.copyOf(indexIds);
      requireNonNull(keyName, "keyName is null");
      key = List.copyOf(key);
    }

    /** Returns whether the rows get a hidden key. */
    public boolean isToHiddenKey() {
      return key.isEmpty();
    }
  }

  /** Returns whether the rows are being copied, or were when the server ended. */
  public boolean isMoving() {
    return move != null;
  }

  TableRows withMove(Move started) {
    return new TableRows(indexId, since, started, obsoleteIds);
  }

  /**
   * Returns the place after the move.
   *
   * @param formerIds index ids of the indexes before the move
   */
  TableRows moved(long timestamp, List<Integer> formerIds) {
    List<Integer> obsolete = new ArrayList<>(obsoleteIds);
    obsolete.addAll(formerIds);
    obsolete.add(indexId);
    return new TableRows(required().indexId(), timestamp, null, obsolete);
  }

  /** Returns the place without the move in progress, whose copies are to be cleared. */
  TableRows withoutMove() {
    List<Integer> obsolete = new ArrayList<>(obsoleteIds);
    obsolete.add(required().indexId());
    obsolete.addAll(required().indexIds());
    return new TableRows(indexId, since, null, obsolete);
  }

  /**
   * Returns the place after a change of columns, indexes or constraints, which a move in progress
   * does not know. Only a move that has failed to be given up sees such a change committed.
   */
  TableRows afterChange() {
    return isMoving() ? withoutMove() : this;
  }

  TableRows withObsolete(int formerId) {
    List<Integer> obsolete = new ArrayList<>(obsoleteIds);
    obsolete.add(formerId);
    return new TableRows(indexId, since, move, obsolete);
  }

  TableRows withoutObsolete() {
    return new TableRows(indexId, since, move, List.of());
  }

  /** Returns the place without a move and without places to be cleared. */
  public TableRows settled() {
    return new TableRows(indexId, since, null, List.of());
  }

  private Move required() {
    return requireNonNull(move, "rows do not move");
  }
}
