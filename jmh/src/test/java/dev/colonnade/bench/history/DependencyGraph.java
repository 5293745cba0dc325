package dev.colonnade.bench.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Directed graph of dependencies, in which cycles are found by Tarjan's algorithm. */
final class DependencyGraph {
  private final Map<Integer, Set<Integer>> edges = new HashMap<>();

  /** Adds a dependency; one of a node on itself has no effect. */
  void add(int from, int to) {
    if (from != to) {
      edges.computeIfAbsent(from, _ -> new HashSet<>()).add(to);
    }
  }

  /** Returns the nodes of a cycle in their order; empty if there is none. */
  List<Integer> cycle() {
    for (List<Integer> component : components()) {
      if (component.size() > 1) {
        return cycleIn(new HashSet<>(component), component.getFirst());
      }
    }
    return List.of();
  }

  /** Returns the shortest cycle through a node of a strongly connected component. */
  private List<Integer> cycleIn(Set<Integer> component, int start) {
    Map<Integer, Integer> previous = new HashMap<>();
    Deque<Integer> queue = new ArrayDeque<>(List.of(start));
    while (!queue.isEmpty()) {
      int node = queue.remove();
      for (int next : edges.getOrDefault(node, Set.of())) {
        if (next == start) {
          List<Integer> cycle = new ArrayList<>();
          for (Integer at = node; at != null && at != start; at = previous.get(at)) {
            cycle.addFirst(at);
          }
          cycle.addFirst(start);
          return cycle;
        }
        if (component.contains(next) && previous.putIfAbsent(next, node) == null) {
          queue.add(next);
        }
      }
    }
    throw new IllegalStateException("component without a cycle");
  }

  /** Returns the strongly connected components. Not recursive: histories are long. */
  private List<List<Integer>> components() {
    List<List<Integer>> found = new ArrayList<>();
    Map<Integer, Integer> indexes = new HashMap<>();
    Map<Integer, Integer> lowest = new HashMap<>();
    Deque<Integer> open = new ArrayDeque<>();
    Set<Integer> isOpen = new HashSet<>();
    for (int root : edges.keySet()) {
      if (indexes.containsKey(root)) {
        continue;
      }
      Deque<Visit> visits = new ArrayDeque<>();
      visits.push(visit(root, indexes, lowest, open, isOpen));
      while (!visits.isEmpty()) {
        Visit visit = visits.element();
        if (!visit.rest.isEmpty()) {
          int next = visit.rest.removeLast();
          if (!indexes.containsKey(next)) {
            visits.push(visit(next, indexes, lowest, open, isOpen));
          } else if (isOpen.contains(next)) {
            lowest.merge(visit.node, indexes.getOrDefault(next, 0), Math::min);
          }
          continue;
        }
        visits.remove();
        int low = lowest.getOrDefault(visit.node, 0);
        if (!visits.isEmpty()) {
          lowest.merge(visits.element().node, low, Math::min);
        }
        if (low == indexes.getOrDefault(visit.node, 0)) {
          found.add(pop(visit.node, open, isOpen));
        }
      }
    }
    return found;
  }

  private static List<Integer> pop(int root, Deque<Integer> open, Set<Integer> isOpen) {
    List<Integer> component = new ArrayList<>();
    int node;
    do {
      node = open.pop();
      isOpen.remove(node);
      component.add(node);
    } while (node != root);
    return component;
  }

  private Visit visit(
      int node,
      Map<Integer, Integer> indexes,
      Map<Integer, Integer> lowest,
      Deque<Integer> open,
      Set<Integer> isOpen) {
    lowest.put(node, indexes.size());
    indexes.put(node, indexes.size());
    open.push(node);
    isOpen.add(node);
    return new Visit(node, new ArrayList<>(edges.getOrDefault(node, Set.of())));
  }

  /** Visit of a node, with the edges that are not followed yet. */
  private record Visit(int node, List<Integer> rest) {}
}
