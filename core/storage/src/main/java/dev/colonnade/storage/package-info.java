/**
 * Storage engine without SQL: its services over one store, and their wiring. Start at {@link
 * dev.colonnade.storage.StorageEngine}, the composition root. May depend on all storage packages
 * and on the sub-packages of this one; nothing in the storage module depends on it.
 */
@NullMarked
package dev.colonnade.storage;

import org.jspecify.annotations.NullMarked;
