package dev.colonnade.sql.explain.format;

import java.util.ArrayList;
import java.util.List;

/** Writer of the text format: one line for each operator, its properties and inputs indented. */
final class TextWriter {
  /** Levels from an operator to its properties: two for the arrow and one for themselves. */
  private static final int LEVELS = 3;

  private final List<String> lines = new ArrayList<>();

  List<String> write(ExplainDocument document) {
    add(0, document.plan().title());
    content(document.plan(), 1);
    properties(document.summary(), 0);
    return List.copyOf(lines);
  }

  private void content(ExplainNode node, int level) {
    properties(node.properties(), level);
    for (ExplainNode.Child child : node.children()) {
      int depth = level;
      if (child.planName() != null) {
        add(depth, child.planName());
        depth++;
      }
      add(depth, "->  " + child.node().title());
      content(child.node(), depth + LEVELS);
    }
  }

  private void properties(List<ExplainProperty> properties, int level) {
    properties.stream()
        .filter(ExplainProperty::isInText)
        .forEach(property -> property(property, level));
  }

  private void property(ExplainProperty property, int level) {
    switch (property) {
      case ExplainProperty.Value value -> add(level, value.key() + ": " + value.value());
      case ExplainProperty.Items items ->
          add(level, items.key() + ": " + String.join(", ", items.items()));
      case ExplainProperty.EmptyList _ -> {}
      case ExplainProperty.GroupingSets groupingSets ->
          groupingSets.sets().forEach(set -> groupingSet(set, level));
    }
  }

  private void groupingSet(ExplainProperty.GroupingSet set, int level) {
    for (List<String> keys : set.keys()) {
      add(level, set.key() + ": " + (keys.isEmpty() ? "()" : String.join(", ", keys)));
    }
  }

  private void add(int level, String line) {
    lines.add("  ".repeat(level) + line);
  }
}
