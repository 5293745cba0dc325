package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Enumerator of the orders of joins, bushy ones included. Up to {@link #EXACT_MAX} relations it is
 * exact, by dynamic programming over sets (Moerkotte and Neumann, "Analysis of Two Existing and One
 * New Dynamic Programming Algorithm", 2006: DPsub, in which sets without a plan cost one look).
 * More relations are joined greedily (Fegaras, "A New Heuristic for Optimizing Large Queries",
 * 1998: the join with the fewest rows first); then each part of the order is enumerated again with
 * its largest inputs as units.
 */
final class JoinEnumerator {
  /** Maximum number of relations whose orders are all considered. */
  static final int EXACT_MAX = 12;

  /** Units of a part of a greedy order that is enumerated again. */
  private static final int PART_UNITS = 7;

  private final JoinCombiner combiner;
  private final Cancellation cancellation;

  JoinEnumerator(JoinCombiner combiner, Cancellation cancellation) {
    this.combiner = requireNonNull(combiner, "combiner is null");
    this.cancellation = requireNonNull(cancellation, "cancellation is null");
  }

  /** Returns the cheapest order found; null if none was found. */
  @Nullable JoinPlan find() {
    List<JoinPlan> leaves = combiner.leaves();
    if (leaves.size() <= EXACT_MAX) {
      return exact(leaves);
    }
    JoinPlan greedy = greedy(leaves);
    return greedy == null ? null : improved(greedy);
  }

  /** Returns the cheapest join of some units; null if there is none. */
  private @Nullable JoinPlan exact(List<JoinPlan> units) {
    @Nullable JoinPlan[] best = new @Nullable JoinPlan[1 << units.size()];
    for (int set = 1; set < best.length; set++) {
      if (Integer.bitCount(set) == 1) {
        best[set] = units.get(Integer.numberOfTrailingZeros(set));
      } else {
        cancellation.check();
        best[set] = joined(set, best);
      }
    }
    return best[best.length - 1];
  }

  private @Nullable JoinPlan joined(int set, @Nullable JoinPlan[] best) {
    JoinPlan found = null;
    // Each pair of parts is combined once: the lowest unit is always in the first.
    int lowest = Integer.lowestOneBit(set);
    int others = set & ~lowest;
    for (int second = others; second > 0; second = (second - 1) & others) {
      JoinPlan one = best[set & ~second];
      JoinPlan other = best[second];
      if (one == null || other == null) {
        continue;
      }
      if (found != null && JoinCombiner.costLeast(one, other) >= found.cost()) {
        continue;
      }
      JoinPlan plan = combiner.join(one, other);
      if (plan != null && (found == null || plan.cost() < found.cost())) {
        found = plan;
      }
    }
    return found;
  }

  /** Joins that a greedy order can begin with, by the positions of their inputs. */
  private record Candidate(int one, int other, JoinPlan plan) {}

  private @Nullable JoinPlan greedy(List<JoinPlan> leaves) {
    List<@Nullable JoinPlan> units = new ArrayList<>(leaves);
    List<Candidate> candidates = new ArrayList<>();
    for (int i = 0; i < units.size(); i++) {
      addCandidates(i, units, candidates);
    }
    for (int joins = 1; joins < leaves.size(); joins++) {
      cancellation.check();
      if (candidates.isEmpty()) {
        return null;
      }
      Candidate best =
          candidates.stream()
              .min(
                  Comparator.<Candidate>comparingDouble(candidate -> candidate.plan().rows())
                      .thenComparingDouble(candidate -> candidate.plan().cost()))
              .orElseThrow();
      candidates.removeIf(other -> isStale(other, best));
      units.set(best.one(), null);
      units.set(best.other(), null);
      units.add(best.plan());
      addCandidates(units.size() - 1, units, candidates);
    }
    return units.getLast();
  }

  private static boolean isStale(Candidate candidate, Candidate taken) {
    return candidate.one() == taken.one()
        || candidate.one() == taken.other()
        || candidate.other() == taken.one()
        || candidate.other() == taken.other();
  }

  /** Adds the joins of a unit with those before it. */
  private void addCandidates(
      int position, List<@Nullable JoinPlan> units, List<Candidate> candidates) {
    JoinPlan unit = units.get(position);
    cancellation.check();
    for (int i = 0; i < position; i++) {
      JoinPlan other = units.get(i);
      JoinPlan plan = other == null || unit == null ? null : combiner.join(other, unit);
      if (plan != null) {
        candidates.add(new Candidate(i, position, plan));
      }
    }
  }

  /** Returns an order that is at least as cheap, with the parts of another one improved. */
  private JoinPlan improved(JoinPlan plan) {
    JoinPlan left = plan.left();
    JoinPlan right = plan.right();
    if (left == null || right == null) {
      return plan;
    }
    JoinPlan joined = combiner.join(improved(left), improved(right));
    JoinPlan current = joined == null || joined.cost() > plan.cost() ? plan : joined;
    JoinPlan other = exact(units(current));
    return other == null || other.cost() >= current.cost() ? current : other;
  }

  /** Returns inputs of a plan: the joins that cost most are divided first. */
  private static List<JoinPlan> units(JoinPlan plan) {
    List<JoinPlan> units = new ArrayList<>(List.of(plan));
    while (units.size() < PART_UNITS) {
      JoinPlan most = null;
      for (JoinPlan unit : units) {
        boolean isDivisible = unit.left() != null;
        most = isDivisible && (most == null || unit.cost() > most.cost()) ? unit : most;
      }
      if (most == null || most.left() == null || most.right() == null) {
        return units;
      }
      units.remove(most);
      units.add(most.left());
      units.add(most.right());
    }
    return units;
  }
}
