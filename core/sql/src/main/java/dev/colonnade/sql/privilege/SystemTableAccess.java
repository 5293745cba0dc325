package dev.colonnade.sql.privilege;

/**
 * Reading of a table or view of the system catalog that only superusers may read.
 *
 * @param kind table or view, for messages
 */
record SystemTableAccess(String kind, String name) {}
