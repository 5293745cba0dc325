package dev.colonnade.sql.compare.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.statement.Node.Role;
import java.util.ArrayList;
import java.util.List;

/**
 * Generator of statements that are wrong in most cases: one expression, source or clause of a valid
 * statement is replaced by one with an unknown name, a wrong type, or one that is not allowed
 * there.
 */
final class WrongStatements {
  private static final List<String> EXPRESSIONS =
      List.of(
          "nosuch",
          "nosuch.c1",
          "a1.nosuch",
          "c1",
          "k1",
          "nosuch(1)",
          "abs('a')",
          "length(1)",
          "lower('a', 'b')",
          "sum(1)",
          "sum('a')",
          "max(array[1]) filter (where 1)",
          "sum(sum(1))",
          "count(distinct *)",
          "row_number() over ()",
          "row_number()",
          "sum(count(*)) over ()",
          "lag(1, 'x') over ()",
          "generate_series(1, 2)",
          "date '2024-01-31'",
          "interval '1 day'",
          "true",
          "1.5",
          "'x'",
          "'12'",
          "null",
          "array[1]",
          "array[1, 'a']",
          "array[1, true]",
          "'{1,2'::int[]",
          "'abc'::int",
          "'2024-13-01'::date",
          "'x'::nosuch",
          "1::uuid",
          "true::date",
          "(1, 2)",
          "row(1, 'a')",
          "(select 1, 2)",
          "(select c1 from (values (1), (2)) as v(c1))",
          "(select nosuch from (values (1)) as v(c1))",
          "exists (select 1)",
          "1 / 0",
          "1 = 'a'",
          "1 < true",
          "'a' || 1",
          "1 || 2",
          "- 'a'",
          "not 1",
          "1 and true",
          "1 in (1, 'a')",
          "1 in (select 'a')",
          "1 = any (1)",
          "1 between 'a' and 2",
          "1 like 'a'",
          "coalesce(1, 'a')",
          "coalesce(1, true)",
          "nullif(1, date '2024-01-01')",
          "greatest(1, interval '1 day')",
          "case when 1 then 2 end",
          "case 1 when true then 2 end",
          "case when true then 1 else 'a' end",
          "extract(nosuch from date '2024-01-01')",
          "extract(day from 1)",
          "substring(1 from 2)",
          "(1).a",
          "(array[1])['a']",
          "99999999999 * 99999999999",
          "2147483647 + 1",
          "1 collate \"C\"",
          "'a' collate \"nosuch\"",
          "grouping(1)",
          "default",
          "excluded.c1",
          "current_setting('nosuch')",
          "to_char(1)",
          "string_agg('a')",
          "string_agg(1, ',')",
          "percentile_cont(0.5)",
          "rank() within group (order by 1)",
          "*");

  private final Choices choices;

  WrongStatements(Choices choices) {
    this.choices = requireNonNull(choices, "choices is null");
  }

  /** Returns a statement with one part replaced. */
  Node next(Node valid) {
    List<Node> candidates = new ArrayList<>();
    valid.visit(
        node -> {
          if (isReplaceable(node)) {
            candidates.add(node);
          }
        });
    if (candidates.isEmpty()) {
      return valid;
    }
    Node replaced = choices.of(candidates);
    return replace(valid, replaced, replacement(replaced, valid));
  }

  private static boolean isReplaceable(Node node) {
    return switch (node) {
      case Node.Branch branch -> branch.role() == Role.EXPRESSION || branch.role() == Role.SOURCE;
      case Node.Items items ->
          !items.items().isEmpty() && (items.minimum() == 0 || items.feature().equals(Node.OUTPUT));
      case Node.Order _ -> false;
    };
  }

  private Node replacement(Node replaced, Node valid) {
    return switch (replaced) {
      case Node.Branch branch when branch.role() == Role.SOURCE ->
          Node.source(
              "wrong source",
              choices.of(
                  "nosuch",
                  "nosuch.t1",
                  "t0 as a1",
                  "generate_series(1, 'a') as a1",
                  "nosuch(1) as a1",
                  "(values (1), (2, 3)) as a1",
                  "(select nosuch) as a1",
                  "(values (1)) as a1(c1, c2)",
                  "lateral (select a1.nosuch) as a2"));
      case Node.Branch branch -> expression(branch, valid);
      case Node.Items items when items.minimum() == 0 && choices.percent(50) -> Node.absent();
      case Node.Items items -> items.with(changed(items.items()));
      case Node.Order order -> order;
    };
  }

  /** Returns an expression, or another one of the statement. */
  private Node expression(Node.Branch replaced, Node valid) {
    if (choices.percent(30)) {
      List<Node> others = new ArrayList<>();
      valid.visit(
          node -> {
            if (node instanceof Node.Branch branch && branch.role() == Role.EXPRESSION) {
              others.add(node);
            }
          });
      return choices.of(others);
    }
    return new Node.Branch(
        Role.EXPRESSION, "wrong expression", replaced.type(), choices.of(EXPRESSIONS), List.of());
  }

  /** Returns a list with an item less or twice. */
  private List<Node> changed(List<Node> items) {
    List<Node> changed = new ArrayList<>(items);
    if (choices.percent(50)) {
      changed.add(choices.of(items));
    } else if (changed.size() > 1) {
      changed.remove(choices.below(changed.size()));
    }
    return changed;
  }

  @SuppressWarnings("ReferenceEquality") // this one node, not one that is equal to it
  private static Node replace(Node tree, Node replaced, Node by) {
    if (tree == replaced) {
      return by;
    }
    List<Node> parts = new ArrayList<>();
    boolean isChanged = false;
    for (Node part : tree.parts()) {
      Node other = replace(part, replaced, by);
      isChanged |= other != part;
      parts.add(other);
    }
    return isChanged ? tree.withParts(parts) : tree;
  }
}
