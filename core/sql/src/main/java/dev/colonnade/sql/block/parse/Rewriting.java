package dev.colonnade.sql.block.parse;

import dev.colonnade.sql.block.parse.Fragment.Mention;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A fragment with something else in the place of variables, and which place became which. */
public final class Rewriting {
  private final Fragment fragment;
  private final String sql;
  private final List<Change> changes;

  /** Up to {@code from} in the new text and {@code to} in the old one they differ so far. */
  private record Change(int from, int to) {}

  private Rewriting(Fragment fragment, String sql, List<Change> changes) {
    this.fragment = fragment;
    this.sql = sql;
    this.changes = changes;
  }

  /** Puts what {@code other} says in the place of each mention. */
  public static Rewriting of(Fragment fragment, Function<Mention, String> other) {
    StringBuilder sql = new StringBuilder(fragment.leads().run());
    List<Change> changes = new ArrayList<>();
    changes.add(new Change(sql.length(), 0));
    int at = 0;
    for (Mention mention : fragment.mentions()) {
      sql.append(fragment.text(), at, mention.start()).append(other.apply(mention));
      at = mention.end();
      changes.add(new Change(sql.length(), at));
    }
    sql.append(fragment.text().substring(at)).append(fragment.closing());
    return new Rewriting(fragment, sql.toString(), List.copyOf(changes));
  }

  /** The text to be run. */
  public String sql() {
    return sql;
  }

  /** Where a character of the text to be run, counted from 1, stands in the fragment, from 0. */
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

  /** The same in the text that is shown, counted from 1. */
  public int shownPosition(int position) {
    return fragment.leads().shown().length() + offset(position) + 1;
  }
}
