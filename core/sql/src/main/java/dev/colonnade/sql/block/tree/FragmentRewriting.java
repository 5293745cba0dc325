package dev.colonnade.sql.block.tree;

import dev.colonnade.sql.block.tree.SqlFragment.VariableReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Fragment with its variables replaced by other text, and the mapping between the positions of
 * both.
 */
public final class FragmentRewriting {
  private final SqlFragment fragment;
  private final String sql;
  private final List<Change> changes;

  /**
   * End of a replacement: offset {@code from} in the new text corresponds to {@code to} in the old
   * one.
   */
  private record Change(int from, int to) {}

  private FragmentRewriting(SqlFragment fragment, String sql, List<Change> changes) {
    this.fragment = fragment;
    this.sql = sql;
    this.changes = changes;
  }

  /** Replaces each variable reference by the result of {@code replacement}. */
  public static FragmentRewriting of(
      SqlFragment fragment, Function<VariableReference, String> replacement) {
    StringBuilder sql = new StringBuilder(fragment.prefix().run());
    List<Change> changes = new ArrayList<>();
    changes.add(new Change(sql.length(), 0));
    int at = 0;
    for (VariableReference reference : fragment.references()) {
      sql.append(fragment.text(), at, reference.start()).append(replacement.apply(reference));
      at = reference.end();
      changes.add(new Change(sql.length(), at));
    }
    sql.append(fragment.text().substring(at)).append(fragment.prefix().closing());
    return new FragmentRewriting(fragment, sql.toString(), List.copyOf(changes));
  }

  /** Returns the text to run. */
  public String sql() {
    return sql;
  }

  /**
   * Returns the offset in the fragment, from 0, of a position in the text to run, counted from 1.
   */
  public int offset(int position) {
    Change last = changes.getFirst();
    Change next = null;
    for (Change change : changes) {
      if (change.from() < position) {
        last = change;
      } else if (next == null) {
        next = change;
      }
    }
    int offset = Math.max(0, last.to() + position - 1 - last.from());
    return next == null ? offset : Math.min(offset, next.to());
  }

  /**
   * Returns the position in the displayed text, counted from 1, of a position in the text to run.
   */
  public int shownPosition(int position) {
    return fragment.prefix().shown().length() + offset(position) + 1;
  }
}
