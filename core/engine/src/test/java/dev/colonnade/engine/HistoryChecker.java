package dev.colonnade.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checker of dependency cycles in a history of transactions that append to lists and read them
 * (Kingsbury and Alvaro, "Elle", 2020). A list that was read shows the order in which transactions
 * have appended to it, from which the dependencies between transactions follow:
 *
 * <ul>
 *   <li>write-write: from the transaction of the preceding element to that of the element;
 *   <li>write-read: from the transaction of the last element to the reader;
 *   <li>read-write: from the reader to the transaction of the next element.
 * </ul>
 */
final class HistoryChecker {
  private static final int NOBODY = -1;

  /** Reads and appends of one committed transaction. */
  record Committed(int id, List<Append> appends, List<Read> reads) {}

  /** Append of an element to a list. */
  record Append(int key, long element) {}

  /** Read of a list. */
  record Read(int key, List<Long> elements) {}

  /** Dependency between two transactions. */
  enum Dependency {
    WRITE_WRITE,
    WRITE_READ,
    READ_WRITE
  }

  private record Edge(int to, Dependency why) {}

  private final List<Committed> history;
  private final Map<Integer, List<Long>> order = new HashMap<>();
  private final Map<Long, Integer> writers = new HashMap<>();
  private final Map<Integer, Set<Edge>> edges = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  private HistoryChecker(List<Committed> history) {
    this.history = history;
  }

  /**
   * Returns the anomalies of a history; empty if there are none.
   *
   * @param readWritesMax cycles with more read-write dependencies than this are allowed: 0 under
   *     READ COMMITTED, 1 under snapshot isolation, all under SERIALIZABLE
   */
  public static List<String> check(List<Committed> history, int readWritesMax) {
    HistoryChecker checker = new HistoryChecker(history);
    checker.findWriters();
    checker.findOrders();
    checker.findEdges();
    checker.findCycles(readWritesMax);
    return checker.problems;
  }

  private void findWriters() {
    for (Committed transaction : history) {
      for (Append append : transaction.appends()) {
        writers.put(append.element(), transaction.id());
      }
    }
  }

  /** Returns the longest list that was read; all other reads have to be prefixes of it. */
  private void findOrders() {
    for (Committed transaction : history) {
      for (Read read : transaction.reads()) {
        List<Long> longest = order.getOrDefault(read.key(), List.of());
        if (read.elements().size() > longest.size()) {
          order.put(read.key(), read.elements());
        }
      }
    }
    for (Committed transaction : history) {
      for (Read read : transaction.reads()) {
        List<Long> longest = order.getOrDefault(read.key(), List.of());
        if (!longest.subList(0, read.elements().size()).equals(read.elements())) {
          problems.add(
              "reads do not agree: key=%d transaction=%d".formatted(read.key(), transaction.id()));
        }
        for (long element : read.elements()) {
          if (!writers.containsKey(element)) {
            problems.add(
                "an element was read that no transaction has committed: element=" + element);
          }
        }
      }
    }
  }

  private void findEdges() {
    order.forEach(
        (key, elements) -> {
          for (int i = 1; i < elements.size(); i++) {
            add(writer(elements.get(i - 1)), writer(elements.get(i)), Dependency.WRITE_WRITE);
          }
        });
    for (Committed transaction : history) {
      for (Read read : transaction.reads()) {
        List<Long> elements = read.elements();
        List<Long> all = order.getOrDefault(read.key(), List.of());
        if (!elements.isEmpty()) {
          add(writer(elements.getLast()), transaction.id(), Dependency.WRITE_READ);
        }
        if (elements.size() < all.size()) {
          add(transaction.id(), writer(all.get(elements.size())), Dependency.READ_WRITE);
        }
      }
    }
  }

  private int writer(long element) {
    return writers.getOrDefault(element, NOBODY);
  }

  private void add(int from, int to, Dependency why) {
    if (from != to && from != NOBODY && to != NOBODY) {
      edges.computeIfAbsent(from, _ -> new HashSet<>()).add(new Edge(to, why));
    }
  }

  /** Follows dependencies from every transaction, counting read-write dependencies. */
  private void findCycles(int readWritesMax) {
    for (Committed transaction : history) {
      Map<Integer, Integer> fewest = new HashMap<>();
      Deque<int[]> open = new ArrayDeque<>();
      open.add(new int[] {transaction.id(), 0});
      while (!open.isEmpty()) {
        int[] at = open.removeFirst();
        for (Edge edge : edges.getOrDefault(at[0], Set.of())) {
          int readWrites = at[1] + (edge.why() == Dependency.READ_WRITE ? 1 : 0);
          if (readWrites > readWritesMax
              || fewest.getOrDefault(edge.to(), Integer.MAX_VALUE) <= readWrites) {
            continue;
          }
          fewest.put(edge.to(), readWrites);
          open.addLast(new int[] {edge.to(), readWrites});
        }
      }
      if (fewest.containsKey(transaction.id())) {
        problems.add(
            "a circle with %d read-write dependencies: transaction=%s"
                .formatted(fewest.get(transaction.id()), transaction));
        return;
      }
    }
  }
}
