package dev.colonnade.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Domain: the values of another type that satisfy constraints. A column of a domain is stored as
 * one of the other type.
 *
 * @param stored type without domains
 * @param base the domain of which this one is, or of which it contains arrays; null if it is of
 *     {@code stored} itself
 * @param nullable whether the domain itself allows NULL
 * @param defaultText SQL expression of the default; null if the domain has none of its own
 * @param checks constraints in the order of their creation
 */
public record DomainType(
    int id,
    String name,
    ColumnType stored,
    @Nullable Use base,
    boolean nullable,
    @Nullable String defaultText,
    List<Check> checks)
    implements UserType {
  /** The largest number of constraints. */
  public static final int CHECKS_MAX = 1000;

  /**
   * Domain, or system type, of values, or of the elements of values that are arrays.
   *
   * @param domainId id of the domain; of a system type, its negative code
   * @param isArray whether the values are arrays of the domain
   */
  public record Use(int domainId, boolean isArray) {
    /** Returns the use of a system type. */
    public static Use of(SystemType type, boolean isArray) {
      return new Use(-type.code(), isArray);
    }

    /** Returns whether this is a domain, which has constraints and a default. */
    public boolean isDomain() {
      return domainId >= 0;
    }

    /** Returns the system type; null if this is a domain. */
    public @Nullable SystemType systemType() {
      return isDomain() ? null : SystemType.ofCode(-domainId);
    }
  }

  /**
   * CHECK constraint.
   *
   * @param text SQL expression over VALUE
   * @param isValidated whether the values of all columns are known to satisfy it
   */
  public record Check(String name, String text, boolean isValidated) {
    public Check {
      NameLimits.requireName("constraint", name);
      requireNonNull(text, "text is null");
    }
  }

  public DomainType {
    NameLimits.requireName("domain", name);
    requireNonNull(stored, "stored is null");
    checks = List.copyOf(checks);
    if (checks.size() > CHECKS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "domain has too many constraints: count=%d countMax=%d"
              .formatted(checks.size(), CHECKS_MAX));
    }
  }

  /** Returns whether the domain is over arrays of the type on which it depends. */
  public boolean isOverArrays() {
    return base == null
        ? stored instanceof ColumnType.Packed packed && packed.kind() == PackedKind.ARRAY
        : base.isArray();
  }

  /** Returns the constraint of a name; null if there is none. */
  public @Nullable Check findCheck(String checkName) {
    return checks.stream().filter(check -> check.name().equals(checkName)).findFirst().orElse(null);
  }

  @Override
  public DomainType withName(String other) {
    return new DomainType(id, other, stored, base, nullable, defaultText, checks);
  }

  /** Returns the same domain, which allows or forbids NULL. */
  public DomainType withNullable(boolean other) {
    return new DomainType(id, name, stored, base, other, defaultText, checks);
  }

  /** Returns the same domain with another default, or without one. */
  public DomainType withDefault(@Nullable String other) {
    return new DomainType(id, name, stored, base, nullable, other, checks);
  }

  /** Returns the same domain with other constraints. */
  public DomainType withChecks(List<Check> others) {
    return new DomainType(id, name, stored, base, nullable, defaultText, others);
  }

  /** Returns the same domain with one more constraint. */
  public DomainType withCheck(Check added) {
    List<Check> all = new ArrayList<>(checks);
    all.add(added);
    return withChecks(all);
  }

  /** Returns the same domain without a constraint. */
  public DomainType withoutCheck(String checkName) {
    return withChecks(checks.stream().filter(check -> !check.name().equals(checkName)).toList());
  }

  @Override
  public Set<Integer> references() {
    Set<Integer> ids = new HashSet<>();
    UserType declared = UserType.declared(stored);
    if (base != null && base.isDomain()) {
      ids.add(base.domainId());
    } else if (declared != null) {
      ids.add(declared.id());
    }
    return ids;
  }

  @Override
  public DomainType over(UserType changed) {
    ColumnType refreshed = UserType.over(stored, changed);
    return refreshed.equals(stored)
        ? this
        : new DomainType(id, name, refreshed, base, nullable, defaultText, checks);
  }
}
