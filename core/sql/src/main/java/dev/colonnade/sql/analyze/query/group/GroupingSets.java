package dev.colonnade.sql.analyze.query.group;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Query;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/** Expansion of GROUP BY into its grouping sets. */
public final class GroupingSets {
  private static final int SETS_MAX = 4096;
  private static final int CUBE_MAX = 12;

  private final ToIntFunction<Expression> keys;

  /**
   * Creates the expansion.
   *
   * @param keys positions of expressions in the list of keys, to which it adds them
   */
  public GroupingSets(ToIntFunction<Expression> keys) {
    this.keys = requireNonNull(keys, "keys is null");
  }

  /** Returns the positions of the keys of each set. */
  public List<List<Integer>> expand(Query.GroupBy groupBy) {
    List<Set<Integer>> sets = List.of(Set.of());
    for (Query.Grouping element : groupBy.elements()) {
      sets = product(sets, setsOf(element));
    }
    if (groupBy.distinct()) {
      sets = new ArrayList<>(new LinkedHashSet<>(sets));
    }
    return sets.stream().map(set -> (List<Integer>) new ArrayList<>(new TreeSet<>(set))).toList();
  }

  private static List<Set<Integer>> product(List<Set<Integer>> left, List<Set<Integer>> right) {
    if ((long) left.size() * right.size() > SETS_MAX) {
      throw ScopeErrors.at(
          ErrorCode.STATEMENT_TOO_COMPLEX,
          "too many grouping sets present (maximum %d)".formatted(SETS_MAX),
          -1);
    }
    List<Set<Integer>> all = new ArrayList<>();
    for (Set<Integer> one : left) {
      for (Set<Integer> other : right) {
        Set<Integer> both = new LinkedHashSet<>(one);
        both.addAll(other);
        all.add(both);
      }
    }
    return all;
  }

  private List<Set<Integer>> setsOf(Query.Grouping element) {
    return switch (element) {
      case Query.Grouping.Simple(Expression value) -> List.of(keysOf(value));
      case Query.Grouping.Empty _ -> List.of(Set.of());
      case Query.Grouping.Rollup rollup ->
          rollup(rollup.values().stream().map(this::keysOf).toList());
      case Query.Grouping.Cube cube -> cube(cube);
      case Query.Grouping.Sets sets -> {
        List<Set<Integer>> all = new ArrayList<>();
        sets.elements().forEach(inner -> all.addAll(setsOf(inner)));
        yield all;
      }
    };
  }

  private Set<Integer> keysOf(Expression value) {
    Set<Integer> found = new LinkedHashSet<>();
    if (value instanceof Call.Row row && !row.explicit()) {
      row.fields().forEach(field -> found.addAll(keysOf(field)));
    } else {
      int key = keys.applyAsInt(value);
      found.add(key);
    }
    return found;
  }

  private static List<Set<Integer>> rollup(List<Set<Integer>> parts) {
    List<Set<Integer>> all = new ArrayList<>();
    for (int size = parts.size(); size >= 0; size--) {
      Set<Integer> set = new LinkedHashSet<>();
      parts.subList(0, size).forEach(set::addAll);
      all.add(set);
    }
    return all;
  }

  private List<Set<Integer>> cube(Query.Grouping.Cube cube) {
    List<Set<Integer>> parts = cube.values().stream().map(this::keysOf).toList();
    if (parts.size() > CUBE_MAX) {
      throw ScopeErrors.at(
          ErrorCode.TOO_MANY_COLUMNS,
          "CUBE is limited to %d elements".formatted(CUBE_MAX),
          cube.position());
    }
    List<Set<Integer>> all = new ArrayList<>();
    for (int mask = (1 << parts.size()) - 1; mask >= 0; mask--) {
      Set<Integer> set = new LinkedHashSet<>();
      for (int i = 0; i < parts.size(); i++) {
        if ((mask & 1 << (parts.size() - 1 - i)) != 0) {
          set.addAll(parts.get(i));
        }
      }
      all.add(set);
    }
    return all;
  }
}
