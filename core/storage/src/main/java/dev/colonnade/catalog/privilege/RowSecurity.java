package dev.colonnade.catalog.privilege;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Row-level security of a table. Immutable.
 *
 * @param isEnabled whether roles see only rows that policies allow
 * @param isForced whether this applies to the owner, too
 * @param policies in the order of their ids
 */
public record RowSecurity(boolean isEnabled, boolean isForced, List<RowPolicy> policies) {
  /** Row-level security of a table without policies. */
  public static final RowSecurity NONE = new RowSecurity(false, false, List.of());

  public RowSecurity {
    policies = List.copyOf(policies);
  }

  /** Returns row-level security without the policy of a name. */
  public RowSecurity without(String name) {
    return new RowSecurity(
        isEnabled,
        isForced,
        policies.stream().filter(policy -> !policy.name().equals(name)).toList());
  }

  /** Returns the policy of a name; null if there is none. */
  public @Nullable RowPolicy find(String name) {
    return policies.stream().filter(policy -> policy.name().equals(name)).findFirst().orElse(null);
  }
}
