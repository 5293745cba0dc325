package dev.colonnade.sql.analyze.query.group;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.logical.copy.Equivalence;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Analyzed GROUP BY.
 *
 * @param keys expressions of all sets, each once
 * @param sets positions in {@code keys} of each set
 * @param hasSets whether GROUP BY has more than expressions
 */
public record Grouping(List<TypedExpression> keys, List<List<Integer>> sets, boolean hasSets) {
  /** Grouping of all rows. */
  public static final Grouping ALL_ROWS = new Grouping(List.of(), List.of(List.of()), false);

  public Grouping {
    keys = List.copyOf(keys);
    sets = sets.stream().map(List::copyOf).toList();
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
  public static int findOrAdd(List<TypedExpression> keys, TypedExpression key) {
    for (int i = 0; i < keys.size(); i++) {
      TypedExpression known = keys.get(i);
      if (known.type().equals(key.type())
          && Equivalence.areEquivalent(known.expression(), key.expression())) {
        return i;
      }
    }
    keys.add(key);
    return keys.size() - 1;
  }

  /** Returns an empty list of keys. */
  public static List<TypedExpression> newKeys() {
    return new ArrayList<>();
  }
}
