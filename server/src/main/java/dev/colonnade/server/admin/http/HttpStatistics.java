package dev.colonnade.server.admin.http;

/**
 * Statistics of an HTTP port since it was opened.
 *
 * @param openConnections connections that are currently open
 * @param refusedConnections connections that were closed for a new one, because of the connection
 *     limit
 * @param timedOutConnections connections that were closed because of a request or response timeout
 * @param requests requests with a response of any status
 */
public record HttpStatistics(
    int openConnections, long refusedConnections, long timedOutConnections, long requests) {}
