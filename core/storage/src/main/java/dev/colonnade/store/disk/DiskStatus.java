package dev.colonnade.store.disk;

/**
 * State of the disk of a store.
 *
 * @param isLow whether writes that add rows are refused
 * @param freeBytes free bytes beside the reserve; -1 if they are unknown
 * @param reservedBytes bytes of the reserve; less than {@code reserveBytes} while it is released
 * @param reserveBytes bytes of the full reserve; 0 if there is none
 */
public record DiskStatus(boolean isLow, long freeBytes, long reservedBytes, long reserveBytes) {}
