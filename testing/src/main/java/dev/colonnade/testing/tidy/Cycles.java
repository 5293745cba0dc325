package dev.colonnade.testing.tidy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Strongly connected components of a graph with more than one node (Tarjan, 1972). */
final class Cycles {
  private final Map<String, Set<String>> edges;
  private final Map<String, Integer> index = new HashMap<>();
  private final Deque<String> path = new ArrayDeque<>();
  private final List<Set<String>> found = new ArrayList<>();

  Cycles(Map<String, Set<String>> edges) {
    this.edges = edges;
  }

  /** Returns the components, their nodes in the order of their names. */
  List<Set<String>> all() {
    for (String node : edges.keySet()) {
      if (!index.containsKey(node)) {
        visit(node);
      }
    }
    return found;
  }

  private int visit(String node) {
    int own = index.size();
    index.put(node, own);
    path.push(node);
    int low = own;
    for (String next : edges.getOrDefault(node, Set.of())) {
      if (!index.containsKey(next)) {
        low = Math.min(low, visit(next));
      } else if (path.contains(next)) {
        low = Math.min(low, index.getOrDefault(next, own));
      }
    }
    if (low == own) {
      pop(node);
    }
    return low;
  }

  private void pop(String root) {
    Set<String> component = new TreeSet<>();
    String node;
    do {
      node = path.pop();
      component.add(node);
    } while (!node.equals(root));
    if (component.size() > 1) {
      found.add(component);
    }
  }
}
