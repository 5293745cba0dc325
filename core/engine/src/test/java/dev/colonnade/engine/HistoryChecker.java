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
 * Looks for circles of dependencies in a history of transactions that append to lists and read them
 * (Kingsbury and Alvaro, "Elle", 2020). A list that was read tells in which order transactions have
 * appended to it; from that follow which transaction comes before which other:
 *
 * <ul>
 *   <li>write-write: who appended the element before mine;
 *   <li>write-read: who appended the last element that I have read;
 *   <li>read-write: who appended the element that comes behind those that I have read.
 * </ul>
 */
final class HistoryChecker {
  private static final int NOBODY = -1;

  /** What one transaction did; only those that have committed. */
  record Committed(int id, List<Append> appends, List<Read> reads) {}

  /** An element that was put behind a list. */
  record Append(int key, long element) {}

  /** A list as it was read. */
  record Read(int key, List<Long> elements) {}

  /** What is between two transactions. */
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
   * What is wrong with a history; empty if nothing is.
   *
   * @param readWritesMax circles with more read-write dependencies than this are allowed: 0 under
   *     READ COMMITTED, 1 under snapshot isolation, all under SERIALIZABLE
   */
  static List<String> check(List<Committed> history, int readWritesMax) {
    HistoryChecker checker = new HistoryChecker(history);
    checker.findWriters();
    checker.findOrders();
    checker.findEdges();
    checker.findCircles(readWritesMax);
    return checker.problems;
  }

  private void findWriters() {
    for (Committed transaction : history) {
      for (Append append : transaction.appends()) {
        writers.put(append.element(), transaction.id());
      }
    }
  }

  /** The longest list that was read; all others have to be beginnings of it. */
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
            problems.add("an element was read that nobody committed: element=" + element);
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

  /** Follows dependencies from every transaction, counting those of kind read-write. */
  private void findCircles(int readWritesMax) {
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
