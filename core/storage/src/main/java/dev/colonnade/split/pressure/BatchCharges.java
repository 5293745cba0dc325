package dev.colonnade.split.pressure;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.HistoryLayout;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.range.RangeMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Estimated growth of each range by a write batch, for one snapshot of the range map. The estimate
 * is an upper bound: it assumes that every written value supersedes a version of the same size.
 * Deletes count 0 bytes, so that a full range can be emptied.
 */
final class BatchCharges implements Mutations.RowVisitor {
  private final RangeMap map;
  private final List<RangeCharge> charges = new ArrayList<>(1);
  private @Nullable Map<Long, RangeCharge> byId;
  private @Nullable RangeCharge last;
  private long largestRowBytes;
  private Key largestRow = Key.EMPTY;

  private BatchCharges(RangeMap map) {
    this.map = map;
  }

  static BatchCharges of(Mutations mutations, RangeMap map) {
    BatchCharges charges = new BatchCharges(map);
    mutations.forEachRow(charges);
    return charges;
  }

  RangeMap map() {
    return map;
  }

  List<RangeCharge> all() {
    return charges;
  }

  /** Returns the bytes of the largest written row, key included. */
  long largestRowBytes() {
    return largestRowBytes;
  }

  Key largestRow() {
    return largestRow;
  }

  @Override
  public void row(Key key, int valueBytes) {
    RangeCharge charge = last;
    if (charge == null || !charge.range().span().contains(key)) {
      charge = find(key);
      last = charge;
    }
    if (valueBytes == DELETED) {
      charge.add(0);
      return;
    }
    long rowBytes = (long) key.length() + valueBytes;
    if (rowBytes > largestRowBytes) {
      largestRowBytes = rowBytes;
      largestRow = key;
    }
    // The entry of a superseded version has the row's key and a few bytes more than its value.
    charge.add(
        rowBytes + key.length() + HistoryLayout.KEY_SUFFIX_BYTES + HistoryLayout.OLD_VALUE_OFFSET);
  }

  private RangeCharge find(Key key) {
    var range = map.lookup(key);
    if (byId == null && charges.isEmpty()) {
      RangeCharge first = new RangeCharge(range, key);
      charges.add(first);
      return first;
    }
    if (byId == null) {
      byId = new HashMap<>();
      byId.put(charges.getFirst().range().id(), charges.getFirst());
    }
    RangeCharge found = byId.get(range.id());
    if (found == null) {
      found = new RangeCharge(range, key);
      charges.add(found);
      byId.put(range.id(), found);
    }
    return found;
  }
}
