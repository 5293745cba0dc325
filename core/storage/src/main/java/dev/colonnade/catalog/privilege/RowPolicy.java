package dev.colonnade.catalog.privilege;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Policy of row-level security.
 *
 * @param id unique in its table
 * @param isPermissive whether it adds rows to those of other permissive policies; otherwise it
 *     restricts them
 * @param roleIds roles that it applies to; {@link AclItem#PUBLIC} stands for all
 * @param using SQL text of the predicate of the rows that are seen; null without one
 * @param check SQL text of the predicate of new rows; null for {@code using}
 */
public record RowPolicy(
    int id,
    String name,
    Command command,
    boolean isPermissive,
    List<Integer> roleIds,
    @Nullable String using,
    @Nullable String check) {
  /** Commands that a policy applies to. */
  public enum Command {
    ALL('*'),
    SELECT('r'),
    INSERT('a'),
    UPDATE('w'),
    DELETE('d');

    private final char code;

    Command(char code) {
      this.code = code;
    }

    /** Returns PostgreSQL's {@code polcmd}. */
    public char code() {
      return code;
    }
  }

  public RowPolicy {
    requireNonNull(name, "name is null");
    requireNonNull(command, "command is null");
    roleIds = List.copyOf(roleIds);
  }

  /** Returns the policy for other roles. */
  public RowPolicy withRoles(List<Integer> others) {
    return new RowPolicy(id, name, command, isPermissive, others, using, check);
  }

  /** Returns the policy with another name. */
  public RowPolicy withName(String other) {
    return new RowPolicy(id, other, command, isPermissive, roleIds, using, check);
  }

  /** Returns the policy with other predicates. */
  public RowPolicy with(@Nullable String newUsing, @Nullable String newCheck) {
    return new RowPolicy(id, name, command, isPermissive, roleIds, newUsing, newCheck);
  }
}
