package dev.colonnade.sql.explain.format;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writer of a format of nested groups. A group has a type, and a label if it is a member of a group
 * of named members; the members of the group are named or are a list.
 */
abstract class StructuredWriter {
  private static final String PLAN = "Plan";
  private static final String PLANS = "Plans";

  private final StringBuilder out = new StringBuilder();
  private final Deque<Group> groups = new ArrayDeque<>();

  /** Open group. */
  private static final class Group {
    private final String type;
    private final @Nullable String label;
    private final boolean isNamed;
    private boolean hasMembers;

    Group(String type, @Nullable String label, boolean isNamed) {
      this.type = type;
      this.label = label;
      this.isNamed = isNamed;
    }
  }

  final String write(ExplainDocument document) {
    begin();
    open("Query", null, true);
    node(document.plan(), null);
    properties(document.summary());
    close();
    end();
    return out.toString();
  }

  private void node(ExplainNode node, ExplainNode.@Nullable Child relation) {
    open(PLAN, relation == null ? PLAN : null, true);
    properties(node.identity());
    if (relation != null) {
      value("Parent Relationship", relation.relationship().displayName(), false);
      if (relation.planName() != null) {
        value("Subplan Name", relation.planName(), false);
      }
    }
    properties(node.properties());
    if (!node.children().isEmpty()) {
      open(PLANS, PLANS, false);
      node.children().forEach(child -> node(child.node(), child));
      close();
    }
    close();
  }

  private void properties(List<ExplainProperty> properties) {
    properties.stream().filter(ExplainProperty::isStructured).forEach(this::property);
  }

  private void property(ExplainProperty property) {
    switch (property) {
      case ExplainProperty.Value value -> value(value.key(), value.value(), value.isLiteral());
      case ExplainProperty.Items items -> items(items.key(), items.items());
      case ExplainProperty.EmptyList list -> {
        open(list.key(), list.key(), false);
        close();
      }
      case ExplainProperty.GroupingSets groupingSets -> {
        open("Grouping Sets", "Grouping Sets", false);
        groupingSets.sets().forEach(this::groupingSet);
        close();
      }
    }
  }

  private void groupingSet(ExplainProperty.GroupingSet set) {
    String keys = set.key() + "s";
    open("Grouping Set", null, true);
    open(keys, keys, false);
    set.keys().forEach(expressions -> nestedItems(set.key(), expressions));
    close();
    close();
  }

  private void open(String type, @Nullable String label, boolean isNamed) {
    startMember();
    opened(type, label, isNamed);
    groups.push(new Group(type, label, isNamed));
  }

  private void close() {
    Group group = groups.pop();
    closed(group.type, group.isNamed);
  }

  /**
   * Starts the next member of the open group.
   *
   * @see #startMember(boolean, boolean)
   */
  final void startMember() {
    Group group = groups.peek();
    if (group == null) {
      startMember(true, false);
      return;
    }
    startMember(!group.hasMembers, group.label != null);
    group.hasMembers = true;
  }

  /** Returns the number of open groups. */
  final int depth() {
    return groups.size();
  }

  final StringBuilder out() {
    return out;
  }

  /** Writes what precedes the groups. */
  abstract void begin();

  /** Writes what follows the groups. */
  abstract void end();

  /**
   * Writes what separates members.
   *
   * @param isFirst whether the member is the first of its group
   * @param isLabelled whether its group has a label
   */
  abstract void startMember(boolean isFirst, boolean isLabelled);

  /** Writes the start of a group, which is not counted in {@link #depth} yet. */
  abstract void opened(String type, @Nullable String label, boolean isNamed);

  /** Writes the end of a group, which is not counted in {@link #depth} any more. */
  abstract void closed(String type, boolean isNamed);

  abstract void value(String key, String value, boolean isLiteral);

  /** Writes a list with a name. */
  abstract void items(String key, List<String> items);

  /** Writes a list as a member of a list. */
  abstract void nestedItems(String key, List<String> items);
}
