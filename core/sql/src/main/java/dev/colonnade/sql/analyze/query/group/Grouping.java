package dev.colonnade.sql.analyze.query.group;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.logical.copy.Equivalence;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Analyzed GROUP BY.
 *
 * @param keys keys of all sets, each once
 * @param sets positions in {@code keys} of each set
 * @param hasSets whether GROUP BY has more than expressions
 */
public record Grouping(List<Key> keys, List<List<Integer>> sets, boolean hasSets) {
  /** Grouping of all rows. */
  public static final Grouping ALL_ROWS = new Grouping(List.of(), List.of(List.of()), false);

  public Grouping {
    keys = List.copyOf(keys);
    sets = sets.stream().map(List::copyOf).toList();
  }

  /**
   * Key. Two columns of the list are two keys also if their expressions are equal: a grouping set
   * may have one of them without the other.
   *
   * @param column position of the key among the columns; negative, a number of its own, if the key
   *     is none of them
   */
  public record Key(TypedExpression value, int column) {
    public Key {
      requireNonNull(value, "value is null");
    }

    boolean isHidden() {
      return column < 0;
    }
  }

  /**
   * Returns the positions of the keys in the order in which an expression equal to several of them
   * is compared: the columns of the list first.
   */
  List<Integer> byColumn() {
    return IntStream.range(0, keys.size())
        .boxed()
        .sorted(
            Comparator.comparing((Integer i) -> keys.get(i).isHidden())
                .thenComparing(i -> keys.get(i).column()))
        .toList();
  }

  /** Returns the position of the key that is a column; -1 if it is no key. */
  public int keyOfColumn(int column) {
    return IntStream.range(0, keys.size())
        .filter(i -> keys.get(i).column() == column)
        .findFirst()
        .orElse(-1);
  }

  /** Returns the positions in {@code keys} that all sets have. */
  List<Integer> commonKeys() {
    return IntStream.range(0, keys.size())
        .filter(i -> sets.stream().allMatch(set -> set.contains(i)))
        .boxed()
        .toList();
  }

  /** Returns the sets with positions that are appended to each. */
  public List<List<Integer>> setsWith(List<Integer> appended) {
    return sets.stream()
        .map(set -> Stream.concat(set.stream(), appended.stream()).toList())
        .toList();
  }

  /** Returns the position of a key in a list, to which it is added if it is not there. */
  public static int findOrAdd(List<Key> keys, Key key) {
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).column() == key.column()) {
        return i;
      }
    }
    keys.add(key);
    return keys.size() - 1;
  }

  /**
   * Returns the key that is not a column.
   *
   * @param hidden different values of such keys, to which it is added if it is not there
   */
  public static Key hiddenKey(List<TypedExpression> hidden, TypedExpression value) {
    int found = 0;
    while (found < hidden.size() && !isEqual(hidden.get(found), value)) {
      found++;
    }
    if (found == hidden.size()) {
      hidden.add(value);
    }
    return new Key(value, -1 - found);
  }

  private static boolean isEqual(TypedExpression one, TypedExpression other) {
    return one.type().equals(other.type())
        && Equivalence.areEquivalent(one.expression(), other.expression());
  }
}
