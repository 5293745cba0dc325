package dev.colonnade.sql.block.parse;

import dev.colonnade.sql.block.tree.BlockVariable;
import dev.colonnade.sql.block.tree.SqlFragment.VariableReference;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.parser.ReferencingStatement;
import dev.colonnade.sql.syntax.Statement;
import dev.colonnade.sql.syntax.command.CursorCommand;
import dev.colonnade.sql.syntax.command.ExplainCommand;
import dev.colonnade.sql.syntax.definition.TableDefinition;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finder of the names in a fragment of SQL that stand for variables. */
final class VariableReferenceFinder {
  private final Tokens tokens;
  private final int textStart;
  private final @Nullable Scope scope;
  private final List<VariableReference> found = new ArrayList<>();

  private VariableReferenceFinder(String sql, int textStart, @Nullable Scope scope) {
    this.tokens = Lexer.read(sql);
    this.textStart = textStart;
    this.scope = scope;
  }

  /**
   * Returns the variable references of a statement, in the order of the text.
   *
   * @param sql text of the statement
   * @param textStart offset of the fragment in the text, to which offsets are relative
   */
  static List<VariableReference> find(
      ReferencingStatement parsed, String sql, int textStart, @Nullable Scope scope) {
    if (scope == null || !mayHaveVariables(parsed.statement())) {
      return List.of();
    }
    VariableReferenceFinder finder = new VariableReferenceFinder(sql, textStart, scope);
    parsed.references().forEach(finder::add);
    finder.addConflicts(parsed.statement());
    finder.found.sort(Comparator.comparingInt(VariableReference::start));
    return finder.found;
  }

  /** Returns whether a statement is one of data, or contains one. */
  private static boolean mayHaveVariables(Statement statement) {
    return switch (statement) {
      case DataStatement _,
          ExplainCommand _,
          CursorCommand.Declare _,
          TableDefinition.CreateTableAs _ ->
          true;
      default -> false;
    };
  }

  private void add(Reference reference) {
    switch (reference) {
      case Reference.Column column -> addColumn(column.names(), column.position());
      case Reference.Star star when star.qualifier().size() == 1 ->
          addRow(star.qualifier().getFirst(), star.position());
      default -> {}
    }
  }

  private void addColumn(List<String> names, int position) {
    String first = names.getFirst();
    BlockVariable variable = Scope.find(scope, first);
    if (variable != null && names.size() == 1) {
      add(position, 1, variable, "", false);
      return;
    }
    if (names.size() == 1) {
      return;
    }
    String second = names.get(1);
    if (variable != null && variable.isRow()) {
      add(position, 2, variable, second, false);
      return;
    }
    BlockVariable labelled = Scope.find(scope, first, second);
    if (labelled != null && labelled.isRow() && names.size() > 2) {
      add(position, 3, labelled, names.get(2), false);
    } else if (labelled != null) {
      add(position, 2, labelled, "", false);
    }
  }

  private void addRow(String name, int position) {
    BlockVariable variable = Scope.find(scope, name);
    if (variable != null && variable.isRow()) {
      add(position, 2, variable, "*", false);
    }
  }

  /** Adds the columns of ON CONFLICT whose names are those of variables as well. */
  private void addConflicts(Statement statement) {
    if (!(statement instanceof Change.Insert insert)
        || insert.onConflict() == null
        || insert.onConflict().target() == null) {
      return;
    }
    for (Change.IndexElement element : insert.onConflict().target().elements()) {
      BlockVariable variable =
          element.column() == null ? null : Scope.find(scope, element.column());
      if (variable != null) {
        add(element.position(), 1, variable, "", true);
      }
    }
  }

  /**
   * Adds a reference.
   *
   * @param count of the names, which dots separate
   */
  private void add(
      int position, int count, BlockVariable variable, String field, boolean isAmbiguous) {
    int last = 0;
    while (tokens.start(last) < position) {
      last++;
    }
    last += 2 * (count - 1);
    found.add(
        new VariableReference(
            position - textStart, tokens.end(last) - textStart, variable, field, isAmbiguous));
  }
}
