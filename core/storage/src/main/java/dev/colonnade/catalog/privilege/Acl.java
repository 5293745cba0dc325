package dev.colonnade.catalog.privilege;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Access control list: the privileges that roles have on an object. Immutable. Its rules are those
 * of PostgreSQL's {@code acl.c}.
 */
public record Acl(List<AclItem> items) {
  /** List without privileges. */
  public static final Acl NONE = new Acl(List.of());

  public Acl {
    items = List.copyOf(items);
  }

  /** Change of the privileges of one grantee. */
  public record Change(int granteeId, int grantorId, int privileges, int options) {}

  /**
   * Returns the list with more privileges.
   *
   * @throws ColonnadeException INVALID_GRANT if grant options would be granted in a circle
   */
  public Acl granted(Change change, int ownerId) {
    requireNoCircle(change, ownerId);
    List<AclItem> changed = new ArrayList<>();
    boolean isFound = false;
    for (AclItem item : items) {
      boolean isSame = item.isOf(change.granteeId(), change.grantorId());
      isFound |= isSame;
      changed.add(
          isSame
              ? new AclItem(
                  item.granteeId(),
                  item.grantorId(),
                  item.privileges() | change.privileges(),
                  item.options() | change.options())
              : item);
    }
    if (!isFound) {
      changed.add(
          new AclItem(
              change.granteeId(), change.grantorId(), change.privileges(), change.options()));
    }
    return new Acl(changed);
  }

  private void requireNoCircle(Change change, int ownerId) {
    if (change.options() == 0 || change.grantorId() == ownerId) {
      return;
    }
    Acl without = this;
    for (AclItem item : items) {
      if (item.granteeId() == change.granteeId() && item.options() != 0) {
        without = without.revoked(revocation(item), ownerId, true);
      }
    }
    int left = without.options(id -> id == change.grantorId(), ownerId);
    if ((change.options() & ~left) != 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_GRANT, "grant options cannot be granted back to your own grantor");
    }
  }

  private static Change revocation(AclItem item) {
    return new Change(item.granteeId(), item.grantorId(), item.options(), item.options());
  }

  /**
   * Returns the list without some privileges.
   *
   * @param cascade whether privileges that the grantee has granted are revoked, too
   * @throws ColonnadeException DEPENDENT_OBJECTS if there are such, and {@code cascade} is false
   */
  public Acl revoked(Change change, int ownerId, boolean cascade) {
    List<AclItem> changed = new ArrayList<>();
    int lost = 0;
    for (AclItem item : items) {
      if (!item.isOf(change.granteeId(), change.grantorId())) {
        changed.add(item);
        continue;
      }
      lost = item.options() & change.options();
      AclItem less =
          new AclItem(
              item.granteeId(),
              item.grantorId(),
              item.privileges() & ~change.privileges(),
              item.options() & ~change.options());
      if (!less.isEmpty()) {
        changed.add(less);
      }
    }
    Acl result = new Acl(changed);
    return lost == 0 ? result : result.withoutDependent(change.granteeId(), lost, ownerId, cascade);
  }

  private Acl withoutDependent(int grantorId, int privileges, int ownerId, boolean cascade) {
    if (grantorId == ownerId) {
      return this;
    }
    Acl result = this;
    int lost = privileges & ~options(id -> id == grantorId, ownerId);
    for (AclItem item : items) {
      int dependent = item.privileges() & lost;
      if (item.grantorId() != grantorId || dependent == 0) {
        continue;
      }
      if (!cascade) {
        throw new ColonnadeException(
            ErrorCode.DEPENDENT_OBJECTS,
            "dependent privileges exist",
            ErrorFields.NONE.withHint("Use CASCADE to revoke them too."));
      }
      result =
          result.revoked(
              new Change(item.granteeId(), grantorId, dependent, dependent), ownerId, true);
    }
    return result;
  }

  /** Returns the privileges of the roles that a predicate holds for, PUBLIC included. */
  public int privileges(IntPredicate roles) {
    int mask = 0;
    for (AclItem item : items) {
      if (item.granteeId() == AclItem.PUBLIC || roles.test(item.granteeId())) {
        mask |= item.privileges();
      }
    }
    return mask;
  }

  /** Returns the privileges that the roles may grant; the owner may grant all. */
  public int options(IntPredicate roles, int ownerId) {
    int mask = roles.test(ownerId) ? -1 : 0;
    for (AclItem item : items) {
      if (item.granteeId() != AclItem.PUBLIC && roles.test(item.granteeId())) {
        mask |= item.options();
      }
    }
    return mask;
  }

  /** Returns the privileges of this list and of another one. */
  public Acl merged(Acl other, int ownerId) {
    Acl result = this;
    for (AclItem item : other.items) {
      result =
          result.granted(
              new Change(item.granteeId(), item.grantorId(), item.privileges(), item.options()),
              ownerId);
    }
    return result;
  }

  /** Returns whether a role is a grantee or a grantor. */
  public boolean mentions(int roleId) {
    return items.stream()
        .anyMatch(item -> item.granteeId() == roleId || item.grantorId() == roleId);
  }

  /** Returns the list without the items of a grantee, and without what it has granted. */
  public Acl without(int roleId) {
    return new Acl(
        items.stream()
            .filter(item -> item.granteeId() != roleId && item.grantorId() != roleId)
            .toList());
  }

  /** Returns the list with other ids of roles; items that become equal are joined. */
  public Acl withRoles(IntUnaryOperator ids) {
    Acl result = NONE;
    for (AclItem item : items) {
      int grantor = ids.applyAsInt(item.grantorId());
      int grantee =
          item.granteeId() == AclItem.PUBLIC ? AclItem.PUBLIC : ids.applyAsInt(item.granteeId());
      result =
          result.granted(new Change(grantee, grantor, item.privileges(), item.options()), grantor);
    }
    return result;
  }

  /** Returns the items as PostgreSQL's {@code aclitem} texts. */
  public List<String> texts(IntFunction<String> roleNames) {
    return items.stream().map(item -> text(item, roleNames)).toList();
  }

  private static String text(AclItem item, IntFunction<String> roleNames) {
    StringBuilder text = new StringBuilder();
    if (item.granteeId() != AclItem.PUBLIC) {
      text.append(quoted(roleNames.apply(item.granteeId())));
    }
    text.append('=');
    for (Privilege privilege : Privilege.of(item.privileges() | item.options())) {
      text.append(privilege.letter());
      if ((item.options() & privilege.bit()) != 0) {
        text.append('*');
      }
    }
    return text.append('/').append(quoted(roleNames.apply(item.grantorId()))).toString();
  }

  private static String quoted(String name) {
    boolean isPlain = name.chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c));
    return isPlain ? name : '"' + name.replace("\"", "\"\"") + '"';
  }
}
