package dev.colonnade.sql.syntax.command;

import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code COPY}.
 *
 * @param oldSyntax whether the options are in the form without parentheses
 */
public record CopyCommand(
    Subject subject,
    boolean from,
    Place place,
    boolean oldSyntax,
    List<CopyOption> options,
    @Nullable Expression condition,
    int position)
    implements Command {
  /** Copied table with its columns, or a query. */
  public record Subject(
      @Nullable QualifiedName table, List<String> columns, @Nullable DataStatement query) {}

  /** Source or destination: the client if the name is null. */
  public record Place(boolean program, @Nullable String name) {}

  /**
   * Option of COPY.
   *
   * @param values the values; {@code *} alone for all columns
   */
  public record CopyOption(String name, List<String> values, boolean list, int position) {}
}
