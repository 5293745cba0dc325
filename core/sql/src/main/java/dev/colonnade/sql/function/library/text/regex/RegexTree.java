package dev.colonnade.sql.function.library.text.regex;

import dev.colonnade.sql.function.library.text.regex.RegexNode.Preference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builder of a syntax tree, which receives the parts of a regular expression from the left. */
final class RegexTree {
  private final Deque<Level> levels = new ArrayDeque<>();
  private final Map<Integer, RegexNode> groups = new HashMap<>();
  private int depth;

  RegexTree() {
    levels.push(new Level());
  }

  /** Open parenthesis: the branches that are complete, and the parts of the last one. */
  private static final class Level {
    private final List<RegexNode> branches = new ArrayList<>();
    private List<RegexNode> parts = new ArrayList<>();

    void branch() {
      branches.add(parts.size() == 1 ? parts.getFirst() : new RegexNode.Sequence(parts));
      parts = new ArrayList<>();
    }

    RegexNode complete() {
      branch();
      return branches.size() == 1 ? branches.getFirst() : new RegexNode.Choice(branches);
    }
  }

  private Level level() {
    return levels.getFirst();
  }

  void open() {
    levels.push(new Level());
    depth = Math.max(depth, levels.size());
  }

  void branch() {
    level().branch();
  }

  void add(RegexNode node) {
    level().parts.add(node);
  }

  /** Completes a group with a number, or without captures if it is 0. */
  void close(int group) {
    RegexNode body = levels.pop().complete();
    if (group > 0) {
      groups.put(group, body);
    }
    add(new RegexNode.Group(group, body));
  }

  /** Completes a lookahead or lookbehind. */
  void close(String constraint) {
    levels.pop();
    add(new RegexNode.Constraint(constraint));
  }

  /** Quantifies the last part. */
  void repeat(int min, int max, Preference preference) {
    List<RegexNode> parts = level().parts;
    RegexNode atom = parts.removeLast();
    if (max > 0) {
      parts.add(new RegexNode.Repeat(atom, min, max, preference));
    }
  }

  /** Returns the nesting of the tree. */
  int depth() {
    return depth;
  }

  /** Returns the bodies of the groups by their number. */
  Map<Integer, RegexNode> groups() {
    return groups;
  }

  RegexNode complete() {
    return level().complete();
  }
}
