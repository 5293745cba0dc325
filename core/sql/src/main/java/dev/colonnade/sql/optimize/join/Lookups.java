package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.cost.AccessEstimator;
import dev.colonnade.sql.optimize.cost.AccessEstimator.LookupKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Costs of looking up the rows of a relation by a key for the rows of other relations. */
final class Lookups {
  private final List<List<SuppliedKey>> keys = new ArrayList<>();

  /**
   * Key of a relation.
   *
   * @param suppliers for each column the relations with equal variables
   */
  private record SuppliedKey(LookupKey key, List<Long> suppliers) {}

  Lookups(JoinGraph graph, AccessEstimator access) {
    requireNonNull(graph, "graph is null");
    requireNonNull(access, "access is null");
    Map<Variable, Long> equal = new HashMap<>();
    for (JoinGraph.EqualityClass equality : graph.classes()) {
      for (JoinGraph.Member member : equality.members()) {
        long others = equality.relations() & ~(1L << member.relation());
        equal.merge(member.variable(), others, (a, b) -> a | b);
      }
    }
    for (LogicalPlan relation : graph.relations()) {
      List<SuppliedKey> supplied = new ArrayList<>();
      for (LookupKey key : access.lookupKeys(relation)) {
        List<Long> suppliers = new ArrayList<>();
        for (int i = 0; i < key.columns().size(); i++) {
          suppliers.add(equal.getOrDefault(key.columns().get(i), 0L));
        }
        supplied.add(new SuppliedKey(key, suppliers));
      }
      keys.add(supplied);
    }
  }

  /** Returns the cost of lookups for the rows of a set of relations; infinite without a key. */
  double cost(int relation, long outer, double outerRows) {
    double least = Double.POSITIVE_INFINITY;
    for (SuppliedKey supplied : keys.get(relation)) {
      int known = 0;
      while (known < supplied.suppliers.size() && (supplied.suppliers.get(known) & outer) != 0) {
        known++;
      }
      least = known == 0 ? least : Math.min(least, supplied.key.cost(known, outerRows));
    }
    return least;
  }

  /** Returns the cost of lookups for rows that have the values of some variables. */
  double cost(int relation, Set<Variable> variables, double outerRows) {
    double least = Double.POSITIVE_INFINITY;
    for (SuppliedKey supplied : keys.get(relation)) {
      int known = 0;
      List<Variable> columns = supplied.key.columns();
      while (known < columns.size() && variables.contains(columns.get(known))) {
        known++;
      }
      least = known == 0 ? least : Math.min(least, supplied.key.cost(known, outerRows));
    }
    return least;
  }
}
