package dev.colonnade.sql.optimize.physical.aggregate;

import dev.colonnade.sql.logical.LogicalOperator.GroupKey;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.physical.row.KeyOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Order of groups by all of their keys, of which a wanted order is the first part.
 *
 * @param ofGroups over the columns of the groups
 * @param ofInput the same over the columns of the input
 */
record GroupOrder(List<KeyOrder> ofGroups, List<KeyOrder> ofInput) {
  GroupOrder {
    ofGroups = List.copyOf(ofGroups);
    ofInput = List.copyOf(ofInput);
  }

  /**
   * Returns the order; null if the wanted one has anything but keys of the groups. Keys that are
   * not wanted follow in the direction of the last one that is.
   */
  static @Nullable GroupOrder of(List<GroupKey> keys, List<KeyOrder> wanted) {
    List<KeyOrder> ofGroups = new ArrayList<>(keys.size());
    List<KeyOrder> ofInput = new ArrayList<>(keys.size());
    Set<Variable> used = new HashSet<>();
    boolean isDescending = false;
    for (KeyOrder order : wanted) {
      GroupKey key = find(keys, order);
      if (key == null) {
        return null;
      }
      isDescending = order.descending();
      if (used.add(key.input())) {
        ofGroups.add(order);
        ofInput.add(new KeyOrder(key.input(), order.descending(), order.nullsFirst()));
      }
    }
    for (GroupKey key : keys) {
      if (used.add(key.input())) {
        ofGroups.add(new KeyOrder(key.output(), isDescending, null));
        ofInput.add(new KeyOrder(key.input(), isDescending, null));
      }
    }
    return new GroupOrder(ofGroups, ofInput);
  }

  private static @Nullable GroupKey find(List<GroupKey> keys, KeyOrder order) {
    for (GroupKey key : keys) {
      if (key.output().equals(order.key())) {
        return key;
      }
    }
    return null;
  }
}
