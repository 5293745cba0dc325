package dev.colonnade.sql.syntax.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code WITH}. */
public record With(boolean recursive, List<CommonTable> tables, int position) {
  /** Common table expression. */
  public record CommonTable(
      String name,
      List<String> columns,
      Materialization materialization,
      DataStatement statement,
      @Nullable Search search,
      @Nullable Cycle cycle,
      int position) {}

  /** Evaluation of a common table expression. */
  public enum Materialization {
    DEFAULT,
    MATERIALIZED,
    NOT_MATERIALIZED
  }

  /** {@code SEARCH}. */
  public record Search(boolean depthFirst, List<String> columns, String sequence, int position) {}

  /** {@code CYCLE}; without values the mark is a boolean. */
  public record Cycle(
      List<String> columns,
      String mark,
      @Nullable Constant value,
      @Nullable Constant defaultValue,
      String path,
      int position) {}
}
