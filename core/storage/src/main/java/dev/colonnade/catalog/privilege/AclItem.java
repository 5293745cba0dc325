package dev.colonnade.catalog.privilege;

/**
 * Privileges that one role has granted to another.
 *
 * @param granteeId role that has the privileges; {@link #PUBLIC} for all roles
 * @param grantorId role that granted them
 * @param privileges mask of the privileges
 * @param options mask of the privileges that the grantee may grant
 */
public record AclItem(int granteeId, int grantorId, int privileges, int options) {
  /** Grantee that stands for all roles. */
  public static final int PUBLIC = 0;

  boolean isEmpty() {
    return privileges == 0 && options == 0;
  }

  boolean isOf(int grantee, int grantor) {
    return granteeId == grantee && grantorId == grantor;
  }
}
