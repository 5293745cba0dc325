package dev.colonnade.sql.block.parse;

import dev.colonnade.sql.block.tree.BlockVariable;
import dev.colonnade.sql.block.tree.SqlFragment.VariableReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finder of the names in a fragment of SQL that can be variables: those at places of values, not of
 * tables, functions, types, aliases or assigned columns.
 */
final class VariableReferenceFinder {
  /** Keywords that a value can follow. */
  private static final Set<String> BEFORE_VALUES =
      Set.of(
          "select",
          "distinct",
          "all",
          "where",
          "and",
          "or",
          "not",
          "on",
          "having",
          "by",
          "when",
          "then",
          "else",
          "case",
          "in",
          "like",
          "ilike",
          "between",
          "symmetric",
          "limit",
          "offset",
          "returning",
          "from",
          "for",
          "placing",
          "to",
          "escape",
          "zone",
          "rows",
          "range",
          "first",
          "using",
          "overlaps",
          "execute");

  /** Keywords with which a query begins. */
  private static final Set<String> QUERIES =
      Set.of("select", "with", "values", "insert", "update", "delete", "merge", "table");

  /** Keywords before a parenthesis, which are not aliases. */
  private static final Set<String> NO_ALIASES =
      Set.of(
          "filter",
          "over",
          "in",
          "and",
          "or",
          "not",
          "any",
          "all",
          "some",
          "exists",
          "values",
          "union",
          "except",
          "intersect",
          "as",
          "on",
          "by",
          "where",
          "then",
          "else",
          "when",
          "select",
          "group",
          "like",
          "ilike",
          "between",
          "using",
          "conflict",
          "set",
          "from",
          "join",
          "lateral",
          "having",
          "returning",
          "materialized",
          "interval");

  /** Keywords that end a FROM clause: no table follows them up to the next FROM or JOIN. */
  private static final Set<String> ENDS_OF_FROM =
      Set.of(
          "where",
          "group",
          "having",
          "order",
          "limit",
          "union",
          "except",
          "intersect",
          "window",
          "offset",
          "fetch",
          "returning",
          "on",
          "values",
          "select",
          "for",
          "when");

  private final List<BlockToken> tokens;
  private final int start;
  private final @Nullable Scope scope;
  private final List<VariableReference> found = new ArrayList<>();
  private final Deque<Group> groups = new ArrayDeque<>();

  /** Tokens between two parentheses, or outside of all. */
  private static final class Group {
    private final boolean isQuery;
    private final Kind kind;
    private boolean isFrom;
    private boolean isSet;

    Group(boolean isQuery, Kind kind) {
      this.isQuery = isQuery;
      this.kind = kind;
    }
  }

  private enum Kind {
    VALUES,
    /** Names of columns. */
    NAMES,
    /** Columns of ON CONFLICT. */
    CONFLICT,
    /** Arguments of EXTRACT. */
    EXTRACT
  }

  private VariableReferenceFinder(List<BlockToken> tokens, int start, @Nullable Scope scope) {
    this.tokens = tokens;
    this.start = start;
    this.scope = scope;
  }

  /**
   * Returns the variable references in some tokens, with offsets relative to {@code start}.
   *
   * @param tokens including one that follows the fragment
   */
  static List<VariableReference> find(List<BlockToken> tokens, int start, @Nullable Scope scope) {
    return new VariableReferenceFinder(tokens, start, scope).run();
  }

  private List<VariableReference> run() {
    groups.push(new Group(true, Kind.VALUES));
    int last = tokens.size() - 1;
    for (int i = 0; i < last; i++) {
      BlockToken token = tokens.get(i);
      if (token.is("(")) {
        groups.push(groupAt(i));
      } else if (token.is(")")) {
        if (groups.size() > 1) {
          groups.pop();
        }
      } else if (token.isName()) {
        int end = addReferenceAt(i);
        if (end > i) {
          i = end;
        } else {
          follow(token, i);
        }
      }
    }
    return found;
  }

  private @Nullable BlockToken at(int index) {
    return index < 0 || index >= tokens.size() ? null : tokens.get(index);
  }

  private boolean is(int index, String... texts) {
    BlockToken token = at(index);
    return token != null && token.isOneOf(texts);
  }

  private boolean isName(int index) {
    BlockToken token = at(index);
    return token != null && token.isName();
  }

  private Group groupAt(int index) {
    BlockToken next = tokens.get(index + 1);
    boolean isQuery = next.kind() == BlockToken.Kind.WORD && QUERIES.contains(next.text());
    if (isQuery) {
      return new Group(true, Kind.VALUES);
    }
    if (is(index - 1, "conflict")) {
      return new Group(false, Kind.CONFLICT);
    }
    if (is(index - 1, "extract")) {
      return new Group(false, Kind.EXTRACT);
    }
    return new Group(false, isListOfNames(index) ? Kind.NAMES : Kind.VALUES);
  }

  private boolean isListOfNames(int index) {
    if (is(index - 1, "set", "using")) {
      return true;
    }
    BlockToken before = at(index - 1);
    if (before == null || !before.isName() || NO_ALIASES.contains(before.text())) {
      return false;
    }
    int first = index - 1;
    while (is(first - 1, ".") && isName(first - 2)) {
      first -= 2;
    }
    if (is(first - 1, "into", "with", "recursive", "as")) {
      return true;
    }
    BlockToken earlier = at(first - 1);
    boolean isBehindName =
        earlier != null
            && earlier.isName()
            && !BEFORE_VALUES.contains(earlier.text())
            && !NO_ALIASES.contains(earlier.text());
    return groups.element().isFrom && (is(first - 1, ")") || isBehindName);
  }

  /** Tracks the current clause. */
  private void follow(BlockToken token, int index) {
    Group group = groups.element();
    if (!group.isQuery || token.kind() != BlockToken.Kind.WORD) {
      return;
    }
    if (token.isOneOf("from", "join", "using") && !is(index - 1, "distinct")) {
      group.isFrom = true;
      group.isSet = false;
    } else if (token.is("set")) {
      group.isFrom = false;
      group.isSet = true;
    } else if (ENDS_OF_FROM.contains(token.text())) {
      group.isFrom = false;
      group.isSet = false;
    }
  }

  /** Records the reference that begins at an index; returns the index of its last token. */
  private int addReferenceAt(int index) {
    BlockToken token = tokens.get(index);
    Group group = groups.element();
    if (group.kind == Kind.NAMES || !canBeValue(index)) {
      return index;
    }
    String second = is(index + 1, ".") && isName(index + 2) ? tokens.get(index + 2).text() : "";
    boolean isStar = is(index + 1, ".") && is(index + 2, "*");
    BlockVariable variable = Scope.find(scope, token.text());
    if (variable != null && second.isEmpty() && !isStar) {
      return isBefore(index + 1) ? addReference(index, index, variable, "") : index;
    }
    if (variable != null && variable.isRow()) {
      return addReference(index, index + 2, variable, isStar ? "*" : second);
    }
    BlockVariable labelled = Scope.find(scope, token.text(), second);
    if (labelled == null) {
      return index;
    }
    boolean hasField = labelled.isRow() && is(index + 3, ".") && isName(index + 4);
    return hasField
        ? addReference(index, index + 4, labelled, tokens.get(index + 4).text())
        : addReference(index, index + 2, labelled, "");
  }

  private int addReference(int from, int to, BlockVariable variable, String field) {
    boolean isAmbiguous = groups.element().kind == Kind.CONFLICT;
    int first = tokens.get(from).start() - start;
    found.add(
        new VariableReference(first, tokens.get(to).end() - start, variable, field, isAmbiguous));
    return to;
  }

  /** Returns whether a value can follow the token before a name. */
  private boolean canBeValue(int index) {
    BlockToken before = at(index - 1);
    if (before == null) {
      return true;
    }
    Group group = groups.element();
    return switch (before.kind()) {
      case SIGN -> !before.isOneOf(".", "::", ")") && !(before.is(",") && isNamed(group, index));
      case WORD ->
          BEFORE_VALUES.contains(before.text())
              && !(group.isFrom && group.isQuery && before.isOneOf("from", "using"))
              && !before.is("set");
      default -> false;
    };
  }

  /** Returns whether a name behind a comma is that of a table or of an assigned column. */
  private boolean isNamed(Group group, int index) {
    return group.isFrom || (group.isSet && is(index + 1, "=", "["));
  }

  /** Returns whether the token behind a name leaves it a value. */
  private boolean isBefore(int next) {
    BlockToken token = tokens.get(next);
    boolean isExtracted = groups.element().kind == Kind.EXTRACT && token.is("from");
    return !isExtracted
        && !token.isOneOf("(", "=>", ":=", ".")
        && token.kind() != BlockToken.Kind.TEXT;
  }
}
