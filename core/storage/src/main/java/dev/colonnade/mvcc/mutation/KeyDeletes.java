package dev.colonnade.mvcc.mutation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes of keys in ascending order, of one role, without an object for each. Filled by one
 * thread, and not modified any more when it is a part of {@link Mutations}.
 */
public final class KeyDeletes implements CompactWrites {
  private final Mutation.Role role;
  private final List<Key> keys = new ArrayList<>();
  private final List<Condition> conditions = new ArrayList<>();
  private long byteSize;

  /** Creates an empty list of deletes of rows or of parts of rows. */
  public KeyDeletes(Mutation.Role role) {
    this.role = requireNonNull(role, "role is null");
    if (role == Mutation.Role.CHECK) {
      throw new IllegalArgumentException("no deletes role=" + role);
    }
  }

  /** Adds a delete; its key is above all earlier ones. */
  public void add(Key key, Condition condition) {
    keys.add(key);
    conditions.add(condition);
    byteSize += key.length();
  }

  public Mutation.Role role() {
    return role;
  }

  @Override
  public int count() {
    return keys.size();
  }

  @Override
  public long byteSize() {
    return byteSize;
  }

  public List<Key> keys() {
    return keys;
  }

  public Condition condition(int index) {
    return conditions.get(index);
  }

  /** Returns some of the deletes as a batch. */
  public Mutations slice(int from, int to) {
    KeyDeletes some = new KeyDeletes(role);
    for (int i = from; i < to; i++) {
      some.add(keys.get(i), conditions.get(i));
    }
    return Mutations.of(some);
  }

  @Override
  public void forEachRow(Mutations.RowVisitor visitor) {
    keys.forEach(key -> visitor.row(key, Mutations.RowVisitor.DELETED));
  }

  @Override
  public List<Mutation> mutations() {
    List<Mutation> mutations = new ArrayList<>(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      mutations.add(new Mutation.OfRow(keys.get(i), null, conditions.get(i), role));
    }
    return mutations;
  }
}
