package dev.colonnade.catalog.name;

/**
 * Membership of a role in another one.
 *
 * @param roleId role that the member belongs to
 * @param grantorId role that granted the membership
 * @param hasAdminOption whether the member may grant the role to others
 */
public record RoleMembership(int roleId, int grantorId, boolean hasAdminOption) {}
