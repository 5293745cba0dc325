/**
 * Archive of the groups of changes of a store, and restores to a point in time.
 *
 * <p>Start with {@link dev.colonnade.archive.ArchivingStore}, which writes each group to the
 * archive before the store applies it, and {@link dev.colonnade.archive.ArchiveRestore}. {@link
 * dev.colonnade.archive.SegmentLayout} describes the files.
 */
@NullMarked
package dev.colonnade.archive;

import org.jspecify.annotations.NullMarked;
